import type { Filter, FilterCondition } from '@muster/contract'

/** A fact that a filter asks for, whose changes are noted. */
export interface Use {
  readonly field: string
  /** Limit of a number, from which on it holds (or does not); hours of an age. */
  readonly bound: number | null
}

/** The conditions of a filter, in whatever way it joins them. */
export function conditionsOf(filter: Filter): FilterCondition[] {
  if ('field' in filter) return [filter]
  if ('not' in filter) return conditionsOf(filter.not)
  return ('all' in filter ? filter.all : filter.any).flatMap(conditionsOf)
}

function boundOf({ op, values: [value] }: FilterCondition): number | null {
  if (op === 'atMost') return Number(value) + 1
  return op === 'atLeast' || op === 'within' || op === 'longerAgo' ? Number(value) : null
}

/** What of a terminal may change who a filter finds, each once. */
export function usesOf(filter: Filter): Use[] {
  const uses = conditionsOf(filter).map((one) => ({ field: one.field, bound: boundOf(one) }))
  return [...new Map(uses.map((use) => [`${use.field} ${use.bound}`, use])).values()]
}
