import type { CallGroup } from '@muster/contract'

/**
 * The longest path, cut at a slash, that all calls of a group begin with. What stands in place of
 * an id is cut off too: the keys of queries hold the id itself.
 */
export function sharedPath(group: CallGroup): string {
  const [first = '', ...others] = Object.values(group).map(({ path }) => path)
  const parts = first.replace(/\/\{.*/, '').split('/')
  const isShared = (length: number) => {
    const start = parts.slice(0, length).join('/')
    return others.every((path) => path === start || path.startsWith(`${start}/`))
  }
  let length = parts.length
  while (length > 1 && !isShared(length)) length -= 1
  return parts.slice(0, length).join('/')
}

/** Whether a query's key is about this path or what is below it. */
export const isBelow = ([key]: readonly unknown[], path: string): boolean =>
  typeof key === 'string' && (key === path || key.startsWith(`${path}/`))
