import type { MenuItem } from '@muster/contract'

/** An address outside of the console. */
export const isExternal = (path: string) => /^(https?:|mailto:|tel:)/.test(path)

/** An item's path below its parent's; a whole path or an outside address stands for itself. */
export function pathBelow(parent: string, { frontPath }: MenuItem): string {
  const isWhole = frontPath.startsWith('/') || isExternal(frontPath)
  return isWhole ? frontPath : `${parent}/${frontPath}`
}

interface Link {
  readonly href: string
  readonly target?: '_blank'
  readonly rel?: string
}

/** Where a menu entry leads: out of the console, or to a route; `_blank` opens a new window. */
export function linkOf({ target }: MenuItem, path: string): Link {
  const href = isExternal(path) ? path : `#${path}`
  return target === '_blank' ? { href, target, rel: 'noopener noreferrer' } : { href }
}
