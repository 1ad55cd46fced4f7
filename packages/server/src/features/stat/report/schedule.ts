import type { ReportRhythm } from '@muster/contract'
import { momentsAt, wallTimeAt } from '../../timezone/timezone/index.ts'

export interface Schedule {
  readonly rhythm: ReportRhythm
  /** 1: Monday. */
  readonly weekday: number
  readonly monthDay: number
  /** HH:MM on the clocks of the zone. */
  readonly clock: string
  readonly timeZone: string
}

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Longer than any month. */
const mostDays = 40

/**
 * The next moment after `after` at which a report is due: epoch milliseconds. An hour that the clocks
 * leap over counts as the one after it; of one that they show twice the first counts.
 */
export function nextRun(schedule: Schedule, after: number): number {
  for (const at of runsBy(schedule, after, 1)) if (at > after) return at
  throw new Error('a report that never comes')
}

/** The run before one that is due: what a report is about begins there, however long the days were between. */
export function runBefore(schedule: Schedule, due: number): number {
  for (const at of runsBy(schedule, due, -1)) if (at < due) return at
  throw new Error('a report that never came')
}

/** The last run by now, of one that was due: nobody may have worked for days. */
export function latestRun(schedule: Schedule, due: number, now: number): number {
  let latest = due
  for (let at = nextRun(schedule, due); at <= now; at = nextRun(schedule, at)) latest = at
  return latest
}

/** The runs of the days from that of a moment on, forward or back. */
function* runsBy(schedule: Schedule, from: number, step: 1 | -1): Generator<number> {
  const { timeZone, clock } = schedule
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const today = Math.floor(wallTimeAt(timeZone, from) / dayMs) * dayMs
  for (let day = 0; day <= mostDays; day++) {
    const midnight = today + step * day * dayMs
    if (!isDayOf(schedule, midnight)) continue
    const wall = midnight + hours * hourMs + minutes * 60_000
    const [at] = momentsAt(timeZone, wall).concat(momentsAt(timeZone, wall + hourMs))
    if (at !== undefined) yield at
  }
}

function isDayOf({ rhythm, weekday, monthDay }: Schedule, midnight: number): boolean {
  const day = new Date(midnight)
  if (rhythm === 'WEEKLY') return (day.getUTCDay() || 7) === weekday
  return rhythm === 'DAILY' || day.getUTCDate() === monthDay
}

const spanDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 } as const

/** Where the time begins that a report is about which is sent beside its schedule. */
export const spanStart = (rhythm: ReportRhythm, end: number): number =>
  end - spanDays[rhythm] * dayMs
