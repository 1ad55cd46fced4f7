import { type Blackout, type CommandName, type ItemState, waitsInBlackout } from '@muster/contract'
import { isTimezone, offsetMinutesAt } from '../../timezone/timezone/index.ts'

/** Why a command does not leave although its terminal is there. */
export type WaitsFor = 'PACE' | 'BLACKOUT'

export interface Hold {
  readonly waitsFor: WaitsFor
  readonly reason: string | null
  readonly until: Date
}

/** What a command is judged by before it leaves. */
export interface Leaving {
  readonly orgId: string
  /** Organisation of whoever gave it. */
  readonly senderId: string
  readonly lifecycle: string
  readonly cmd: CommandName
  readonly state: ItemState
}

/** The blackout days of an organisation, in the time of its zone. */
export interface Calendar {
  readonly days: readonly Blackout[]
  readonly timeZone: string | null
}

const minute = 60_000

/** What finds a lost terminal again is a matter of security: it never waits. */
export const obeysBlackouts = ({ cmd, lifecycle }: Leaving): boolean =>
  waitsInBlackout[cmd] && lifecycle !== 'LOST'

/** The blackout that a moment falls in, until its last day is over where the terminals are. */
export function blackoutAt({ days, timeZone }: Calendar, now: Date): Hold | null {
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

/** How many commands of an organisation may leave now, and how many a minute. */
export interface Allowance {
  readonly granted: number
  readonly perMinute: number
}

/**
 * Until when each command waits for the pace of its sender; null: it leaves now. What has been
 * sent before does not count again.
 */
export function pacesOf(
  items: readonly Leaving[],
  allowances: ReadonlyMap<string, Allowance>,
  now: Date,
): readonly (Hold | null)[] {
  const taken = new Map<string, number>()
  return items.map(({ state, senderId }) => {
    const allowance = allowances.get(senderId)
    if (state !== 'QUEUED' || !allowance) return null
    const place = (taken.get(senderId) ?? 0) + 1
    taken.set(senderId, place)
    const behind = place - allowance.granted
    if (behind <= 0) return null
    const until = new Date(now.getTime() + (behind * minute) / allowance.perMinute)
    return { waitsFor: 'PACE', reason: null, until }
  })
}
