import { createHash } from 'node:crypto'
import { canonicalParams } from '@muster/contract'
import { mostToldParams } from '@muster/contract'
import type { Chance } from '../chance.ts'

type Values = Readonly<Record<string, string>>

/** The parameters that the applications of a terminal run with. */
export class HeldParams {
  readonly #values = new Map<string, Values>()
  /** Applications of which somebody has changed a value: people tire of what is put right behind them. */
  readonly #touched = new Set<string>()
  readonly #chance: Chance
  readonly #meddles: number

  /** @param meddles per heartbeat and application: somebody changes a value, once */
  constructor(chance: Chance, meddles: number) {
    this.#chance = chance
    this.#meddles = meddles
  }

  of(name: string): Values | null {
    return this.#values.get(name) ?? null
  }

  /** Of what it holds; undefined: nothing. */
  hashOf(name: string): string | undefined {
    const values = this.#values.get(name)
    return values && hashOf(values)
  }

  /** Answers the hash of what it holds now. */
  apply(name: string, values: Values): string {
    this.#values.set(name, values)
    return hashOf(values)
  }

  /** Somebody who stands at it sets a value himself. */
  edit(name: string, pid: string, value: string): void {
    this.#values.set(name, { ...this.of(name), [pid]: value })
    this.#touched.add(name)
  }

  /** What may happen to it until the next heartbeat; whether it did. */
  live(): boolean {
    const meddled = [...this.#values].filter(
      ([name]) => !this.#touched.has(name) && this.#chance.happens(this.#meddles),
    )
    for (const [name, values] of meddled) {
      const [pid] = Object.keys(values).toSorted()
      if (pid !== undefined) this.edit(name, pid, `${values[pid]} by hand`)
    }
    return meddled.length > 0
  }

  forget(): void {
    this.#values.clear()
  }

  /** What heartbeats tell; also that there is nothing, as after a wipe. */
  hashes(): Record<string, string> {
    const told = [...this.#values].slice(0, mostToldParams)
    return Object.fromEntries(told.map(([name, values]) => [name, hashOf(values)]))
  }
}

const hashOf = (values: Values): string =>
  createHash('sha256').update(canonicalParams(values)).digest('hex')
