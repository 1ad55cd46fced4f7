import type { ParamLevel, ParamSource } from '@muster/contract'

/** Somebody who says something about parameters: an assignment, a template, the dictionary. */
export interface Layer<V> {
  readonly source: ParamSource
  readonly ownerId: string
  readonly values: ReadonlyMap<string, V>
}

/** A value and who says it. */
export interface Resolved<V> {
  readonly value: V
  readonly layer: Layer<V>
}

/**
 * What holds of each parameter: what the nearest layer says that says anything.
 * @param pids those that the template has; what layers say of others is not looked at
 * @param layers the nearest first
 */
export function resolve<V>(
  pids: Iterable<string>,
  layers: readonly Layer<V>[],
): Map<string, Resolved<V>> {
  const found = new Map<string, Resolved<V>>()
  for (const pid of pids) {
    const layer = layers.find(({ values }) => values.has(pid))
    const value = layer?.values.get(pid)
    if (layer && value !== undefined) found.set(pid, { value, layer })
  }
  return found
}

/** What decides how near an assignment is to a terminal. */
export interface Placed {
  readonly id: string
  readonly level: ParamLevel
  readonly priority: number
  /** Of the organisation of an assignment of ORG or GROUP: the deeper, the nearer. */
  readonly depth: number
}

const ranks: Readonly<Record<ParamLevel, number>> = { DEVICE: 0, GROUP: 1, STATION: 2, ORG: 3 }

/** Assignments that speak of one terminal and application, the nearest first; the same order as `param_layers`. */
export const nearestFirst = <P extends Placed>(assignments: readonly P[]): P[] =>
  assignments.toSorted(
    (one, other) =>
      ranks[one.level] - ranks[other.level] ||
      (one.level === 'GROUP' ? other.priority - one.priority : 0) ||
      other.depth - one.depth ||
      (one.id < other.id ? 1 : -1),
  )
