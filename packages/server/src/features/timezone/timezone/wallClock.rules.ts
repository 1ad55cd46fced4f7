import { offsetMinutesAt } from './timezone.rules.ts'

const minute = 60_000
/** Longer than any zone is away from UTC. */
const away = 26 * 60 * minute

/** What the clocks of a zone show at a moment, in milliseconds as if it were UTC. */
export const wallTimeAt = (zoneId: string, at: number): number =>
  at + offsetMinutesAt(zoneId, at) * minute

/**
 * The moments at which the clocks of a zone show a time: two where they are put back, none in the
 * hour that they leap over.
 */
export function momentsAt(zoneId: string, wallTime: number): number[] {
  const offsets = new Set(
    [wallTime - away, wallTime + away].map((near) => offsetMinutesAt(zoneId, near)),
  )
  return [...offsets]
    .map((offset) => wallTime - offset * minute)
    .filter((at) => wallTimeAt(zoneId, at) === wallTime)
    .toSorted((one, other) => one - other)
}
