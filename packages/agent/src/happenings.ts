import { join } from 'node:path'
import type { BodyOf } from '@muster/terminal'
import * as z from 'zod/mini'
import { readKept, writeWhole } from './disk.ts'

type Event = BodyOf<'evt'>
type Alarms = Readonly<Record<string, unknown>>

/** What a machine tells of itself that an event may come of. */
interface Levels {
  readonly beat: Pick<BodyOf<'hb'>, 'bat' | 'chg' | 'freeMb'>
  readonly skewSeconds: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** What holds where D-CFG names no limit: percent, megabytes, and seconds that a clock may be wrong. */
const usual = { battery: 15, storage: 200, clock: 300 } as const
/** Percent above its limit at which a battery is well again. */
const recovered = 5

const code = z.enum(['BATTERY_LOW', 'STORAGE_LOW', 'CLOCK_SKEWED'])
type Code = z.output<typeof code>
const ours = z.object({ code, over: z.optional(z.boolean()) })

/**
 * What happens to a machine: each is told once, and once more when it is over, even where the agent
 * begins anew in between.
 */
export class Happenings {
  readonly #path: string
  readonly #going: Set<Code>
  /** What the platform knows to go on. */
  readonly #settled: Set<Code>

  constructor(state: string) {
    this.#path = join(state, 'happenings.json')
    const kept = readKept(this.#path, z.array(code)) ?? []
    this.#going = new Set(kept)
    this.#settled = new Set(kept)
  }

  /** What has begun or ended since it was asked last; `alarms` of D-CFG give limits, and 0 or false for none. */
  next({ beat, skewSeconds, at }: Levels, alarms: Alarms = {}): Event[] {
    const { bat, chg, freeMb } = beat
    const [battery, storage, clock] = [
      limitOf(alarms, 'battery'),
      limitOf(alarms, 'storage'),
      limitOf(alarms, 'clock'),
    ]
    const least = battery + (this.#going.has('BATTERY_LOW') && battery > 0 ? recovered : 0)
    const isLow = bat !== undefined && chg !== true && bat < least
    const isFull = freeMb !== undefined && freeMb < storage
    const isSkewed = clock > 0 && Math.abs(skewSeconds) > clock
    return [
      ...this.#turn('BATTERY_LOW', isLow, { at, data: { percent: bat ?? null } }),
      ...this.#turn('STORAGE_LOW', isFull, { at, data: { freeMb: freeMb ?? null } }),
      ...this.#turn('CLOCK_SKEWED', isSkewed, { at, data: { seconds: skewSeconds } }),
    ]
  }

  /** The platform has it: what it does not have is told again after a restart. */
  settle(event: unknown): void {
    const { data } = ours.safeParse(event)
    if (!data) return
    if (data.over) this.#settled.delete(data.code)
    else this.#settled.add(data.code)
    writeWhole(this.#path, JSON.stringify([...this.#settled]))
  }

  #turn(what: Code, holds: boolean, more: Pick<Event, 'at' | 'data'>): Event[] {
    if (holds === this.#going.has(what)) return []
    if (holds) this.#going.add(what)
    else this.#going.delete(what)
    return [{ code: what, over: !holds, ...more }]
  }
}

/** 0: it is not wanted. */
function limitOf(alarms: Alarms, name: keyof typeof usual): number {
  const said = alarms[name]
  if (said === false) return 0
  return typeof said === 'number' ? said : usual[name]
}
