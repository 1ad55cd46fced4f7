import type { RightNode } from '@muster/contract'
import type { Divided } from '../../../kit/form/useEdited.ts'

/** How much of a branch is granted. */
export type Mark = 'all' | 'some' | 'none'

type Granted = ReadonlySet<string>

/** A leaf is granted or not; a branch by what is below it. */
export function markOf({ id, children }: RightNode, granted: Granted): Mark {
  if (children.length === 0) return granted.has(id) ? 'all' : 'none'
  const marks = new Set(children.map((child) => markOf(child, granted)))
  const [only] = marks
  return marks.size === 1 && only ? only : 'some'
}

const leavesOf = (node: RightNode): readonly RightNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)

/** Grants all leaves of a branch, or none when all were granted; what its giver does not hold stays. */
export function turned(node: RightNode, granted: Granted): Granted {
  const held = leavesOf(node).filter(({ isHeld }) => isHeld)
  const isGiving = held.some(({ id }) => !granted.has(id))
  const next = new Set(granted)
  for (const { id } of held)
    if (isGiving) next.add(id)
    else next.delete(id)
  return next
}

/** The granted leaves of a tree; branches follow from them. */
export const grantedLeaves = (nodes: readonly RightNode[]): Granted =>
  new Set(
    nodes
      .flatMap(leavesOf)
      .filter(({ isGranted }) => isGranted)
      .map(({ id }) => id),
  )

/** Whether two grants are of the same leaves. */
export const isSameGrant = (one: Granted, other: Granted): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id))

/** The branches that lead to a match; a branch that matches itself is shown whole. */
export function matching(
  nodes: readonly RightNode[],
  isMatch: (node: RightNode) => boolean,
): readonly RightNode[] {
  return nodes.flatMap((node) => {
    if (isMatch(node)) return [node]
    const children = matching(node.children, isMatch)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** A right that one of two roles grants and the other does not. */
export interface Difference {
  readonly node: RightNode
  /** Names of the branches that it lies under. */
  readonly under: readonly string[]
  readonly isInFirst: boolean
}

/** What sets two roles apart. Both trees are of the same menu. */
export function differencesOf(
  nodes: readonly RightNode[],
  other: Granted,
  under: readonly string[] = [],
): readonly Difference[] {
  return nodes.flatMap((node) => {
    if (node.children.length > 0) return differencesOf(node.children, other, [...under, node.name])
    if (node.isGranted === other.has(node.id)) return []
    return [{ node, under, isInFirst: node.isGranted }]
  })
}

/** What both have granted, without what either has taken away. */
export function mergedGrant({ read, mine, theirs }: Divided<Granted>): Granted {
  const merged = new Set(theirs)
  for (const id of mine) if (!read.has(id)) merged.add(id)
  for (const id of read) if (!mine.has(id)) merged.delete(id)
  return merged
}
