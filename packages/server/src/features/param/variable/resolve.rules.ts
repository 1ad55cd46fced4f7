import type { VariableLevel } from '@muster/contract'

/** Whose a variable is. */
export interface Target {
  readonly level: VariableLevel
  readonly orgId: string | null
  readonly stationId: string | null
  readonly deviceId: string | null
  readonly appId: string | null
}

/** Where variables are asked for: at a terminal, a station, an organisation, or the platform as a whole. */
export interface Seat {
  /** Its organisation and those above it, the nearest first. */
  readonly above: readonly string[]
  readonly stationId: string | null
  readonly deviceId: string | null
  readonly appId: string | null
}

/** How near a variable is to a seat; the larger the nearer, null: it does not hold there. */
function nearness(seat: Seat, said: Target): number | null {
  if (said.appId !== null && said.appId !== seat.appId) return null
  const own = said.appId === null ? 0 : 0.5
  if (said.level === 'PLATFORM') return own
  // Another owner's station or terminal is none.
  const depth = seat.above.length - seat.above.indexOf(said.orgId ?? '')
  if (depth > seat.above.length) return null
  if (said.level === 'ORG') return depth + own
  if (said.level === 'STATION') return said.stationId === seat.stationId ? 1e3 + depth + own : null
  return said.deviceId === seat.deviceId ? 1e6 + depth + own : null
}

/**
 * The variables in force at a seat, by their names. The nearest wins: terminal, station, the
 * organisations upwards, the platform; on the same level that of the application before that of all.
 * The database says the same of many seats at once (`variables_at`).
 */
export function resolveVariables<V extends Target & { readonly key: string }>(
  seat: Seat,
  said: readonly V[],
): ReadonlyMap<string, V> {
  const found = new Map<string, { readonly one: V; readonly near: number }>()
  for (const one of said) {
    const near = nearness(seat, one)
    if (near !== null && near > (found.get(one.key)?.near ?? -1)) found.set(one.key, { one, near })
  }
  return new Map([...found].map(([key, { one }]) => [key, one]))
}
