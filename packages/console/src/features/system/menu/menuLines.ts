import { type MenuNode, mayLieBelow, menuTypes } from '@muster/contract'
import type { DropTarget } from '../../../kit/sorting/useRowDrag.ts'

/** An item as a line of the table. */
export interface MenuLine {
  readonly id: string
  readonly item: MenuNode
  /** The root's is 0. */
  readonly depth: number
  readonly isLeaf: boolean
  readonly isOpen: boolean
}

interface Shown {
  /** What was opened and closed by hand; directories are open and pages closed where nothing is said. */
  readonly turned: ReadonlyMap<string, boolean>
  /** A word that shown items, or some below them, must match; null shows all. */
  readonly matches: ((item: MenuNode) => boolean) | null
}

/** The menu as lines, parents before their children. */
export function linesOf(nodes: readonly MenuNode[], shown: Shown, depth = 0): MenuLine[] {
  return nodes.flatMap((item) => {
    const { id, menuType, subSystemUserMenuVOS: below } = item
    if (shown.matches && !holds(item, shown.matches)) return []
    const isOpen =
      shown.turned.get(id) ??
      (shown.matches
        ? below.some((one) => holds(one, shown.matches))
        : menuType === menuTypes.directory)
    const line = { id, item, depth, isLeaf: below.length === 0, isOpen }
    return [line, ...(isOpen ? linesOf(below, shown, depth + 1) : [])]
  })
}

/** Whether an item, or anything below it, matches. */
function holds(item: MenuNode, matches: Shown['matches']): boolean {
  return !matches || matches(item) || item.subSystemUserMenuVOS.some((one) => holds(one, matches))
}

/** All items, parents before their children. */
export const allOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...allOf(node.subSystemUserMenuVOS)])

export type Step = 'up' | 'down' | 'in' | 'out'

/** The children of an item in their new order, as `menus.sort` takes them. */
export interface Order {
  readonly parentId: string | null
  readonly items: readonly MenuNode[]
}

interface Place {
  readonly parent: MenuNode | null
  readonly siblings: readonly MenuNode[]
  readonly at: number
}

/** Where an item stands. */
function placeOf(
  nodes: readonly MenuNode[],
  id: string,
  parent: MenuNode | null = null,
): Place | null {
  const at = nodes.findIndex((node) => node.id === id)
  if (at >= 0) return { parent, siblings: nodes, at }
  for (const node of nodes) {
    const found = placeOf(node.subSystemUserMenuVOS, id, node)
    if (found) return found
  }
  return null
}

/** The order after one step of an item; null where it cannot go. */
export function stepped(nodes: readonly MenuNode[], item: MenuNode, step: Step): Order | null {
  const place = placeOf(nodes, item.id)
  if (!place) return null
  const { parent, siblings, at } = place
  const others = siblings.filter(({ id }) => id !== item.id)
  if (step === 'in') {
    const into = siblings[at - 1]
    return into ? put(item, into, into.subSystemUserMenuVOS.length) : null
  }
  if (step === 'out') {
    const above = parent && placeOf(nodes, parent.id)
    return above && order(item, above.parent, { among: above.siblings, at: above.at + 1 })
  }
  const to = step === 'up' ? at - 1 : at + 1
  return to < 0 || to > others.length ? null : order(item, parent, { among: others, at: to })
}

/** The order after an item was dropped before, inside or after another; null where it may not lie. */
export function dropped(
  nodes: readonly MenuNode[],
  item: MenuNode,
  { on, side }: DropTarget,
): Order | null {
  const place = placeOf(nodes, on)
  const target = place?.siblings[place.at]
  // Nothing lies below itself.
  if (!place || !target || allOf([item]).some(({ id }) => id === on)) return null
  if (side === 'inside') return put(item, target, target.subSystemUserMenuVOS.length)
  const among = place.siblings.filter(({ id }) => id !== item.id)
  const at = among.findIndex(({ id }) => id === on) + (side === 'after' ? 1 : 0)
  return order(item, place.parent, { among, at })
}

const put = (item: MenuNode, parent: MenuNode, at: number) =>
  order(item, parent, { among: parent.subSystemUserMenuVOS, at })

function order(
  item: MenuNode,
  parent: MenuNode | null,
  { among, at }: { readonly among: readonly MenuNode[]; readonly at: number },
): Order | null {
  if (!mayLieBelow(item.menuType, parent?.menuType ?? null)) return null
  return { parentId: parent?.id ?? null, items: among.toSpliced(at, 0, item) }
}
