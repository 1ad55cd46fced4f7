/** What stands for a variable in a value: `${key}`. `$${` is a dollar and a brace, and no placeholder. */
const placeholder = /\$\$\{|\$\{([A-Za-z0-9._-]{1,64})\}/g

/** Variables that everybody has, each of them a fact of the terminal, its station or its organisation. */
export const builtInVariables = [
  'device.sn',
  'device.tid',
  'device.mid',
  'device.model',
  'station.name',
  'station.address',
  'station.mcc',
  'org.code',
] as const
export type BuiltInVariable = (typeof builtInVariables)[number]

/** Whether a name is kept for what everybody has. */
export const isBuiltIn = (key: string): boolean => /^(device|station|org)\./.test(key)

/** Variables that a value names, each once. */
export function placeholdersOf(text: string): string[] {
  const keys = Array.from(text.matchAll(placeholder), ([, key]) => key)
  return [...new Set(keys.filter((key) => key !== undefined))]
}

/** Whether a value reads otherwise once it is filled. */
export const hasPlaceholder = (text: string): boolean => placeholdersOf(text).length > 0

/** A value with its placeholders filled; `valueOf` says undefined for what it does not know, which stays as it stands. */
export const fillPlaceholders = (
  text: string,
  valueOf: (key: string) => string | undefined,
): string =>
  text.replace(placeholder, (whole, key: string | undefined) =>
    key === undefined ? '${' : (valueOf(key) ?? whole),
  )

/** Variables whose values name others may go in a ring, or name what nobody knows. */
export interface Filled {
  readonly text: string
  /** Names that nobody knows, or that lead back to themselves. */
  readonly unknown: readonly string[]
}

/** How deep variables may name variables. */
const deepest = 10

/** Fills a value by variables whose own values may name others. */
export function fillDeep(text: string, valueOf: (key: string) => string | undefined): Filled {
  const unknown = new Set<string>()
  const fill = (part: string, above: readonly string[]): string =>
    fillPlaceholders(part, (key) => {
      const value = above.includes(key) || above.length >= deepest ? undefined : valueOf(key)
      if (value === undefined) {
        unknown.add(key)
        return undefined
      }
      return fill(value, [...above, key])
    })
  return { text: fill(text, []), unknown: [...unknown] }
}
