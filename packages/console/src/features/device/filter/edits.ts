import { deepestFilter, mostConditions } from '@muster/contract'
import { conditionsOf, type Draft, type GroupDraft, isGroup, type Join } from './draft.ts'

/** Where a part goes, beside another one or into it. */
export interface Target {
  readonly on: string
  readonly side: 'before' | 'inside' | 'after'
}

/** A draft with one part changed; null takes it away. */
export function replaced(
  root: GroupDraft,
  id: string,
  change: (part: Draft) => Draft | null,
): GroupDraft {
  const parts = root.parts.flatMap((part): readonly Draft[] => {
    if (part.id === id) {
      const next = change(part)
      return next ? [next] : []
    }
    return [isGroup(part) ? replaced(part, id, change) : part]
  })
  return { ...root, parts }
}

/** Joins the parts of a group, which may be the whole draft, in another way. */
export const joined = (root: GroupDraft, id: string, join: Join): GroupDraft =>
  inGroup(root, id, (group) => ({ ...group, join }))

/** A part more, at the end of a group. */
export const added = (root: GroupDraft, groupId: string, part: Draft): GroupDraft =>
  inGroup(root, groupId, (group) => ({ ...group, parts: [...group.parts, part] }))

export const removed = (root: GroupDraft, id: string): GroupDraft => replaced(root, id, () => null)

function inGroup(
  root: GroupDraft,
  id: string,
  change: (group: GroupDraft) => GroupDraft,
): GroupDraft {
  if (root.id === id) return change(root)
  return replaced(root, id, (part) => (isGroup(part) ? change(part) : part))
}

/** The group that holds a part, and where in it the part stands. */
export function placeOf(
  root: GroupDraft,
  id: string,
): { readonly group: GroupDraft; readonly at: number } | null {
  const at = root.parts.findIndex((part) => part.id === id)
  if (at >= 0) return { group: root, at }
  for (const part of root.parts) {
    const found = isGroup(part) ? placeOf(part, id) : null
    if (found) return found
  }
  return null
}

/**
 * A part one step up or down. A group in its way takes it in; at the end of its own group it comes
 * out. The draft as it is where there is no further step.
 */
export function stepped(root: GroupDraft, id: string, by: -1 | 1): GroupDraft {
  const place = placeOf(root, id)
  if (!place) return root
  const { group, at } = place
  const neighbour = group.parts[at + by]
  const side = by < 0 ? 'before' : 'after'
  if (!neighbour) return group === root ? root : dropped(root, id, { on: group.id, side })
  if (isGroup(neighbour)) {
    const inside = entered(root, id, { group: neighbour, by })
    if (inside !== root) return inside
  }
  return dropped(root, id, { on: neighbour.id, side })
}

interface Way {
  readonly group: GroupDraft
  readonly by: -1 | 1
}

/** Into a group, from above as its first part, from below as its last. */
function entered(root: GroupDraft, id: string, { group, by }: Way): GroupDraft {
  const first = group.parts[0]
  return by > 0 && first
    ? dropped(root, id, { on: first.id, side: 'before' })
    : dropped(root, id, { on: group.id, side: 'inside' })
}

/** A part in another place; the draft as it is where the part does not fit there. */
export function dropped(root: GroupDraft, id: string, { on, side }: Target): GroupDraft {
  const place = placeOf(root, id)
  const part = place?.group.parts[place.at]
  if (!part || on === id || (isGroup(part) && holds(part, on))) return root
  const without = removed(root, id)
  const next = side === 'inside' ? added(without, on, part) : beside(without, part, { on, side })
  const isThere = placeOf(next, id) !== null
  return isThere && depthOf(next) <= Math.max(deepestFilter, depthOf(root)) ? next : root
}

function beside(root: GroupDraft, part: Draft, { on, side }: Target): GroupDraft {
  const place = placeOf(root, on)
  if (!place) return root
  const at = place.at + (side === 'after' ? 1 : 0)
  return inGroup(root, place.group.id, (group) => ({
    ...group,
    parts: group.parts.toSpliced(at, 0, part),
  }))
}

const holds = (group: GroupDraft, id: string): boolean =>
  group.id === id || placeOf(group, id) !== null

/** How deep a draft nests, with room for a condition in each of its groups; "not" is a level, too. */
export function depthOf(draft: Draft): number {
  if (!isGroup(draft)) return 1
  const own = draft.join === 'none' || draft.join === 'notAll' ? 2 : 1
  return own + Math.max(1, ...draft.parts.map(depthOf))
}

export const mayAddCondition = (root: GroupDraft): boolean =>
  conditionsOf(root).length < mostConditions

/** Whether a group still fits into a group. */
export function mayAddGroup(root: GroupDraft, groupId: string): boolean {
  const probe: GroupDraft = { id: 'probe', join: 'any', parts: [] }
  return mayAddCondition(root) && depthOf(added(root, groupId, probe)) <= deepestFilter
}
