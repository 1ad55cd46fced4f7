import packageFile from '../../package.json' with { type: 'json' }

/** The version of this code. */
export const version: string = packageFile.version

/** Whether one version came out before another; what follows a hyphen does not count. */
export function isOlder(one: string, other: string): boolean {
  const [mine, theirs] = [numbersOf(one), numbersOf(other)]
  const at = mine.findIndex((number, place) => number !== theirs[place])
  return at >= 0 && (mine[at] ?? 0) < (theirs[at] ?? 0)
}

const numbersOf = (version: string): number[] => {
  const [major = 0, minor = 0, patch = 0] = version.split('-', 1)[0]?.split('.').map(Number) ?? []
  return [major, minor, patch]
}
