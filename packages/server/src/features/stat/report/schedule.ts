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
  const { timeZone, clock } = schedule
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const today = Math.floor(wallTimeAt(timeZone, after) / dayMs) * dayMs
  for (let day = 0; day <= mostDays; day++) {
    const midnight = today + day * dayMs
    if (!isDayOf(schedule, midnight)) continue
    const wall = midnight + hours * hourMs + minutes * 60_000
    const [at] = momentsAt(timeZone, wall).concat(momentsAt(timeZone, wall + hourMs))
    if (at !== undefined && at > after) return at
  }
  throw new Error('a report that never comes')
}

function isDayOf({ rhythm, weekday, monthDay }: Schedule, midnight: number): boolean {
  const day = new Date(midnight)
  if (rhythm === 'WEEKLY') return (day.getUTCDay() || 7) === weekday
  return rhythm === 'DAILY' || day.getUTCDate() === monthDay
}

const spanDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 } as const

/** Where the time begins that a report of a list with a time is about. */
export const spanStart = (rhythm: ReportRhythm, end: number): number =>
  end - spanDays[rhythm] * dayMs
