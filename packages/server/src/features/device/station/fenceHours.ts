import type { Fence } from '@muster/contract'
import { windowHold } from '../command/window.ts'

/** When a fence holds. */
export interface FenceHours {
  readonly schedule: Fence['schedule']
  /** IANA zone of the station; null: nobody has said. */
  readonly zone: string | null
}

/** Epoch milliseconds from which on a fence holds: the moment itself while it does. */
export function holdsFrom({ schedule, zone }: FenceHours, at: number): number {
  const hold = schedule ? windowHold(schedule, zone ?? 'UTC', new Date(at)) : null
  return hold?.until?.getTime() ?? at
}

/**
 * From when on somebody who is seen outside is outside for as long as the dwell says: at once, or when
 * the fence holds next where its hours begin later or end before the dwell is over.
 */
export function countsFrom(hours: FenceHours, seenAt: number, dwellMs: number): number {
  const since = holdsFrom(hours, seenAt)
  const opens = holdsFrom(hours, since + dwellMs)
  return opens === since + dwellMs ? since : opens
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** When a fence that holds at a moment does so no more; null: it always holds. */
export function holdsUntil({ schedule, zone }: FenceHours, at: number): Date | null {
  if (!schedule) return null
  // The next time that the clocks show its end: hours that adjoin would be the whole day.
  const after = { from: schedule.until, until: schedule.from, days: everyDay }
  return windowHold(after, zone ?? 'UTC', new Date(at))?.until ?? null
}

/** Whether a fence does more than to raise an alarm: then a terminal is told that it is found outside. */
export const acts = ({ action, blocksPayments }: Fence): boolean =>
  action !== 'ALARM' || blocksPayments
