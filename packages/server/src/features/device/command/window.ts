import { leaptOver, type PushWindow, pushWindow } from '@muster/contract'
import * as z from 'zod/mini'
import { isTimezone, wallTimeAt, momentsAt } from '../../timezone/timezone/index.ts'
import type { Hold } from './hold.rules.ts'

/** The hours of a push, as they are kept; null: it has none. */
export const hoursOf = (kept: unknown): PushWindow | null =>
  kept === null ? null : (z.safeParse(pushWindow(), kept).data ?? null)

const minute = 60_000
const day = 24 * 60 * minute

const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Day of the week of a wall time, Monday is 1. */
const weekdayOf = (wallTime: number): number => ((Math.floor(wallTime / day) + 3) % 7) + 1

/** Whether a wall time lies in some hours; those that end before they begin go over midnight and belong to the day that they begin on. */
function isWithin({ from, until, days }: PushWindow, wall: number): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(until)]
  const opens = (wallTime: number) => days.includes(weekdayOf(wallTime))
  const passed = (wall % day) / minute
  if (begin < end) return opens(wall) && begin <= passed && passed < end
  return (opens(wall) && passed >= begin) || (opens(wall - day) && passed < end)
}

/**
 * The wait for the hours of a push, by the clock of the terminal's zone; null: it may leave now. Hours
 * that the clocks leap over come as soon as they have leapt.
 */
export function windowHold(window: PushWindow, zoneId: string, now: Date): Hold | null {
  const zone = isTimezone(zoneId) ? zoneId : 'UTC'
  const wall = wallTimeAt(zone, now.getTime())
  const missed = leaptOver((at) => wallTimeAt(zone, at), now.getTime())
  if (isWithin(window, wall) || (missed !== null && isWithin(window, missed))) return null
  const until = openingAfter(window, zone, now)
  return { waitsFor: 'WINDOW', reason: `${window.from}–${window.until}`, until }
}

/** When the hours begin next. */
function openingAfter({ from, days }: PushWindow, zone: string, now: Date): Date {
  const midnight = Math.floor(wallTimeAt(zone, now.getTime()) / day) * day
  for (let ahead = 0; ahead <= 7; ahead++) {
    const opening = midnight + ahead * day + minutesOf(from) * minute
    if (!days.includes(weekdayOf(opening))) continue
    const next = momentsOf(zone, opening).find((moment) => moment > now)
    if (next) return next
  }
  return new Date(now.getTime() + day)
}

/** When the clocks of a zone show a time; one that they leap over, by what they showed the day before. */
function momentsOf(zone: string, wallTime: number): Date[] {
  const moments = momentsAt(zone, wallTime)
  const leapt = wallTime - (wallTimeAt(zone, wallTime - day) - (wallTime - day))
  return (moments.length > 0 ? moments : [leapt]).map((moment) => new Date(moment))
}
