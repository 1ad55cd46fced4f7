import { type PushWindow, pushWindow } from '@muster/contract'
import * as z from 'zod/mini'
import { isTimezone, wallTimeAt, momentsAt } from '../../timezone/timezone/index.ts'
import type { Hold } from './hold.rules.ts'

/** The hours of a push, as they are kept; null: it has none. */
export const hoursOf = (kept: unknown): PushWindow | null =>
  kept === null ? null : (z.safeParse(pushWindow, kept).data ?? null)

const minute = 60_000
const day = 24 * 60 * minute

const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Day of the week of a wall time, Monday is 1. */
const weekdayOf = (wallTime: number): number => ((Math.floor(wallTime / day) + 3) % 7) + 1

/**
 * The wait for the hours of a push, by the clock of the terminal's zone; null: it may leave now. Hours
 * that end before they begin go over midnight and belong to the day that they begin on.
 */
export function windowHold(window: PushWindow, zoneId: string, now: Date): Hold | null {
  const zone = isTimezone(zoneId) ? zoneId : 'UTC'
  const wall = wallTimeAt(zone, now.getTime())
  const [from, until] = [minutesOf(window.from), minutesOf(window.until)]
  const opens = (wallTime: number) => window.days.includes(weekdayOf(wallTime))
  const midnight = Math.floor(wall / day) * day
  const passed = (wall - midnight) / minute
  const isIn =
    from < until
      ? opens(wall) && from <= passed && passed < until
      : (opens(wall) && passed >= from) || (opens(wall - day) && passed < until)
  if (isIn) return null
  const openings = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((days) => midnight + days * day + from * minute)
    .filter((wallTime) => opens(wallTime) && wallTime > wall)
  const [next = wall + day] = openings
  return {
    waitsFor: 'WINDOW',
    reason: `${window.from}–${window.until}`,
    until: momentOf(zone, next),
  }
}

/** When the clocks of a zone show a time; one that they leap over, by what they showed the day before. */
function momentOf(zone: string, wallTime: number): Date {
  const [at] = momentsAt(zone, wallTime)
  return new Date(at ?? wallTime - (wallTimeAt(zone, wallTime - day) - (wallTime - day)))
}
