import type { Machine } from './machine.ts'
import type { Configuration } from './obedience.ts'

interface Parts {
  readonly machine: Pick<Machine, 'configuration'>
  readonly now: () => number
  /** Which part of the minutes within which terminals restart is this one's, 0 to 1. */
  readonly part: number
  readonly signal: AbortSignal
  readonly restart: () => void
}

const minute = 60_000
const day = 24 * 60 * minute

/** Restarts a terminal every day at the moment that D-CFG says. */
export class DailyRestart {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true })
  }

  /** Sets the next moment, or none. */
  plan(): void {
    const { machine, now, part, signal, restart } = this.#parts
    clearTimeout(this.#timer)
    const wait = untilRestart(machine.configuration, now(), part)
    if (wait === null || signal.aborted) return
    this.#timer = setTimeout(() => {
      restart()
      this.plan()
    }, wait)
    this.#timer.unref()
  }
}

/** Milliseconds until the next daily restart, in the terminal's own time; null: there is none. */
export function untilRestart(
  { reboot, timeZone }: Pick<Configuration, 'reboot' | 'timeZone'>,
  now: number,
  part: number,
): number | null {
  if (!reboot) return null
  const [hours = 0, minutes = 0] = reboot.at.split(':').map(Number)
  const moment = (hours * 60 + minutes + Math.floor(part * (reboot.withinMinutes + 1))) * minute
  const wait = (moment - timeOfDay(now, timeZone) + day) % day
  // The moment itself is past.
  return wait === 0 ? day : wait
}

/** Milliseconds since midnight where the terminal is. */
function timeOfDay(now: number, timeZone = 'UTC'): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(now)
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + (now % 1000)
}
