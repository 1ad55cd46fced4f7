import type { deviceMessages, EventCode } from '@muster/contract'
import type * as z from 'zod/mini'
import type { Chance } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Hardware } from './hardware.ts'
import type { Configuration } from './obedience.ts'

export type EventBody = z.output<(typeof deviceMessages.upMessages)['evt']['body']>
type Told = Omit<EventBody, 'at'>
type Printer = 'OK' | 'NO_PAPER' | 'ERROR'

/** The switch of D-CFG `alarms` that lets an event out; without the switch it goes out. */
const switches: Partial<Record<EventCode, string>> = {
  BATTERY_LOW: 'battery',
  STORAGE_LOW: 'storage',
  PAPER_OUT: 'paper',
  PRINTER_ERROR: 'paper',
  TAMPERED: 'tamper',
  ROOTED: 'root',
  SIM_CHANGED: 'sim',
  APP_CRASHED: 'crash',
  CLOCK_SKEWED: 'clock',
}

type Alarms = NonNullable<Configuration['alarms']>
type Limits = Readonly<Record<'battery' | 'storage' | 'clock', number>>

/** What holds where D-CFG says no limit: percent, megabytes, and seconds that a clock may be wrong. */
const usual = { battery: 15, storage: 200, clock: 300 } as const
/** Percent above the limit at which a battery is well again. */
const recovered = 5
/** Per heartbeat: somebody sees to a printer that prints nothing. */
const mended = 0.15

type Often = Pick<Scenario, 'mishaps' | 'attacks'>

/** What goes wrong with a terminal by chance, and what its hardware says by itself. */
export class Mishaps {
  printer: Printer = 'OK'
  isTampered = false
  isRooted = false
  readonly #chance: Chance
  readonly #often: Often
  #isLow = false
  #isFull = false
  #isSkewed = false

  constructor(chance: Chance, often: Often) {
    this.#chance = chance
    this.#often = often
  }

  /** What has happened since it was asked last; `alarms` of D-CFG say from which limit on. */
  next(hardware: Hardware, skewSeconds: number, alarms: Alarms = {}): Told[] {
    const { battery = usual.battery, storage = usual.storage, clock = usual.clock } = alarms
    const limits = { battery, storage, clock }
    return [
      ...this.#levels(hardware, skewSeconds, limits),
      ...this.#refilled(),
      ...this.#broken(),
      ...this.#attacked(),
    ]
  }

  *#levels(hardware: Hardware, skewSeconds: number, limits: Limits): Generator<Told> {
    const { battery, isCharging, freeMb } = hardware
    const least = this.#isLow ? limits.battery + recovered : limits.battery
    const isLow = !isCharging && battery < least
    if (isLow !== this.#isLow)
      yield { code: 'BATTERY_LOW', over: !isLow, data: { percent: Math.round(battery) } }
    const isFull = freeMb < limits.storage
    if (isFull !== this.#isFull) yield { code: 'STORAGE_LOW', over: !isFull, data: { freeMb } }
    const isSkewed = Math.abs(skewSeconds) > limits.clock
    if (isSkewed !== this.#isSkewed)
      yield { code: 'CLOCK_SKEWED', over: !isSkewed, data: { seconds: skewSeconds } }
    this.#isLow = isLow
    this.#isFull = isFull
    this.#isSkewed = isSkewed
  }

  *#refilled(): Generator<Told> {
    if (this.printer === 'OK' || !this.#chance.happens(mended)) return
    const code = this.printer === 'NO_PAPER' ? 'PAPER_OUT' : 'PRINTER_ERROR'
    this.printer = 'OK'
    yield { code, over: true }
  }

  *#broken(): Generator<Told> {
    if (!this.#chance.happens(this.#often.mishaps)) return
    const kind = this.#chance.next()
    if (kind < 0.58) {
      if (this.printer !== 'OK') return
      this.printer = 'NO_PAPER'
      yield { code: 'PAPER_OUT', sev: 'LOW' }
    } else if (kind < 0.74) {
      if (this.printer !== 'OK') return
      this.printer = 'ERROR'
      yield { code: 'PRINTER_ERROR', sev: 'MEDIUM', data: { error: 'head open' } }
    } else {
      const version = `3.${this.#chance.whole([0, 9])}`
      yield { code: 'APP_CRASHED', data: { package: 'com.example.pay', version } }
    }
  }

  *#attacked(): Generator<Told> {
    const { sim, root, tamper } = this.#often.attacks
    if (this.#chance.happens(sim))
      yield { code: 'SIM_CHANGED', sev: 'HIGH', data: { to: `99999${this.#chance.whole([0, 9])}` } }
    if (this.#chance.happens(root) && !this.isRooted) {
      this.isRooted = true
      yield { code: 'ROOTED', sev: 'CRITICAL' }
    }
    if (this.#chance.happens(tamper) && !this.isTampered) {
      this.isTampered = true
      yield { code: 'TAMPERED', sev: 'CRITICAL', data: { sensor: 'case' } }
    }
  }
}

/** Whether D-CFG lets an event out. */
export function isSwitchedOn(configuration: object, code: EventCode): boolean {
  const alarms: unknown = 'alarms' in configuration ? configuration.alarms : null
  if (typeof alarms !== 'object' || alarms === null) return true
  const [, value] = Object.entries(alarms).find(([name]) => name === switches[code]) ?? []
  return value !== false && value !== 0
}
