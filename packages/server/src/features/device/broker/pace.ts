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
export const waitOf = (pace: Pace, perMinute: number, now: number): number =>
  perMinute === 0 ? 0 : turnOf(pace, { count: perMinute, ms: minuteMs }, now)

/** The same of a second's worth. */
export const waitOfSecond = (pace: Pace, perSecond: number, now: number): number =>
  turnOf(pace, { count: perSecond, ms: 1000 }, now)

interface Worth {
  readonly count: number
  readonly ms: number
}

function turnOf(pace: Pace, { count, ms }: Worth, now: number): number {
  const due = Math.max(pace.dueAt, now)
  pace.dueAt = due + ms / count
  return Math.max(0, due - now - ms + ms / count)
}

/** Does something after a pause; a process that ends does not wait for it. */
export function later(ms: number, work: () => void): void {
  void sleep(ms, undefined, { ref: false }).then(work)
}
