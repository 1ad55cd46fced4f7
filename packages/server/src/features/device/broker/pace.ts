import { setTimeout as sleep } from 'node:timers/promises'

const minuteMs = 60_000

/** How many messages of one connection are taken in a minute. */
export interface Pace {
  /** When the next message would be due if all came evenly; by the clock that nobody sets. */
  dueAt: number
}

export const newPace = (): Pace => ({ dueAt: 0 })

/**
 * Milliseconds that a message has to wait: a minute's worth may come at once, further ones when they
 * are due. Nothing is lost by that: what waits is not acknowledged yet, and the broker reads no more
 * of a connection of which a hundred messages wait.
 */
export function waitOf(pace: Pace, perMinute: number, now: number): number {
  if (perMinute === 0) return 0
  const due = Math.max(pace.dueAt, now)
  const each = minuteMs / perMinute
  pace.dueAt = due + each
  return Math.max(0, due - now - minuteMs + each)
}

/** Does something after a pause; a process that ends does not wait for it. */
export function later(ms: number, work: () => void): void {
  void sleep(ms, undefined, { ref: false }).then(work)
}
