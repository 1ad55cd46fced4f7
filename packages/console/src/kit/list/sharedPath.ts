import type { CallGroup } from '@muster/contract'

/** The longest path, cut at a slash, that all calls of a group begin with. */
export function sharedPath(group: CallGroup): string {
  const [first = '', ...others] = Object.values(group).map(({ path }) => path)
  const parts = first.split('/')
  const isShared = (length: number) => {
    const start = parts.slice(0, length).join('/')
    return others.every((path) => path === start || path.startsWith(`${start}/`))
  }
  let length = parts.length
  while (length > 1 && !isShared(length)) length -= 1
  return parts.slice(0, length).join('/')
}
