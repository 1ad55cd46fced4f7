import type { Filter, FilterField, FilterOperator } from '@muster/contract'

/** How the parts of a group hang together: all of them, any, none of them, or not all at once. */
export const joins = ['all', 'any', 'none', 'notAll'] as const
export type Join = (typeof joins)[number]

/** A condition as someone builds it: what it asks for may still be missing. */
export interface ConditionDraft {
  readonly id: string
  readonly field: FilterField | null
  readonly op: FilterOperator
  readonly values: readonly string[]
}

export interface GroupDraft {
  readonly id: string
  readonly join: Join
  readonly parts: readonly Draft[]
}

export type Draft = ConditionDraft | GroupDraft

export const isGroup = (draft: Draft): draft is GroupDraft => 'join' in draft

let last = 0
/** Names a part as long as someone works on it. */
const newId = (): string => `part${++last}`

export const newCondition = (): ConditionDraft => ({
  id: newId(),
  field: null,
  op: 'in',
  values: [],
})

/** A group begins with a condition to fill in. */
export const newGroup = (join: Join = 'any'): GroupDraft => ({
  id: newId(),
  join,
  parts: [newCondition()],
})

const groupOf = (join: Join, parts: readonly Draft[]): GroupDraft => ({ id: newId(), join, parts })

/** A filter to be worked on; none begins without conditions. */
export function draftOf(filter: Filter | null): GroupDraft {
  if (filter === null) return groupOf('all', [])
  const draft = partOf(filter)
  return isGroup(draft) ? draft : groupOf('all', [draft])
}

function partOf(filter: Filter): Draft {
  if ('field' in filter) return { id: newId(), ...filter }
  if ('all' in filter) return groupOf('all', filter.all.map(partOf))
  if ('any' in filter) return groupOf('any', filter.any.map(partOf))
  const { not } = filter
  if ('all' in not) return groupOf('notAll', not.all.map(partOf))
  if ('any' in not) return groupOf('none', not.any.map(partOf))
  return groupOf('none', [partOf(not)])
}

/** The filter that a draft says: groups without parts say nothing, and those with one are no groups. */
export function filterOf(draft: Draft): Filter | null {
  if (!isGroup(draft)) return conditionOf(draft)
  const parts = draft.parts.map(filterOf).filter((part) => part !== null)
  const [only] = parts
  if (only === undefined) return null
  const isNegated = draft.join === 'none' || draft.join === 'notAll'
  if (parts.length === 1) return isNegated ? { not: only } : only
  const joined: Filter =
    draft.join === 'all' || draft.join === 'notAll' ? { all: parts } : { any: parts }
  return isNegated ? { not: joined } : joined
}

const conditionOf = ({ field, op, values }: ConditionDraft): Filter | null =>
  field === null ? null : { field, op, values }

/** All conditions of a draft, in their order. */
export const conditionsOf = (draft: Draft): readonly ConditionDraft[] =>
  isGroup(draft) ? draft.parts.flatMap(conditionsOf) : [draft]
