import type { Blackout } from '@muster/contract'
import { isTimezone, offsetMinutesAt } from '../../timezone/timezone/index.ts'
import type { TimedHold } from './hold.rules.ts'

/** The blackout days of an organisation, in the time of its zone. */
export interface Calendar {
  readonly days: readonly Blackout[]
  readonly timeZone: string | null
}

const minute = 60_000

/** The blackout that a moment falls in, until its last day is over where the terminals are. */
export function blackoutAt({ days, timeZone }: Calendar, now: Date): TimedHold | null {
  const zone = timeZone !== null && isTimezone(timeZone) ? timeZone : 'UTC'
  const today = dayOf(now.getTime() + offsetMinutesAt(zone, now.getTime()) * minute)
  const [longest] = days
    .filter(({ from, until }) => from <= today && today <= until)
    .toSorted((one, other) => other.until.localeCompare(one.until))
  if (!longest) return null
  return { waitsFor: 'BLACKOUT', reason: longest.reason, until: dayAfter(longest.until, zone) }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The first moment of the day after, by the zone's clock at that moment. */
function dayAfter(day: string, zone: string): Date {
  const midnight = Date.parse(day) + 24 * 60 * minute
  const guess = midnight - offsetMinutesAt(zone, midnight) * minute
  return new Date(midnight - offsetMinutesAt(zone, guess) * minute)
}
