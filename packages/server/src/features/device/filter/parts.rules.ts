import type { Filter, FilterJoin } from '@muster/contract'

/** A part of a filter, as a list of them shows it. */
export interface FilterPart {
  readonly depth: number
  /** How the parts below it hold together; null: it is a condition, or its opposite. */
  readonly join: FilterJoin | null
  readonly filter: Filter
}

/** A filter and all of its parts, each before those within it. */
export function partsOf(filter: Filter, depth = 0): FilterPart[] {
  const { join, inner } = joinOf(filter)
  return [{ depth, join, filter }, ...inner.flatMap((part) => partsOf(part, depth + 1))]
}

function joinOf(filter: Filter): {
  readonly join: FilterJoin | null
  readonly inner: readonly Filter[]
} {
  if ('field' in filter) return { join: null, inner: [] }
  if ('all' in filter) return { join: 'all', inner: filter.all }
  if ('any' in filter) return { join: 'any', inner: filter.any }
  const { not } = filter
  if ('field' in not) return { join: null, inner: [] }
  if ('all' in not) return { join: 'notAll', inner: not.all }
  return { join: 'none', inner: 'any' in not ? not.any : [not] }
}
