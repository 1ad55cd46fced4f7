import { createHash } from 'node:crypto'
import { canonicalParams } from '@muster/contract'

type Values = Readonly<Record<string, string>>

/** The parameters that the applications of a terminal run with. */
export class HeldParams {
  readonly #values = new Map<string, Values>()

  of(name: string): Values | null {
    return this.#values.get(name) ?? null
  }

  /** Answers the hash of what it holds now. */
  apply(name: string, values: Values): string {
    this.#values.set(name, values)
    return hashOf(values)
  }

  /** Somebody who stands at it sets a value himself. */
  edit(name: string, pid: string, value: string): void {
    this.#values.set(name, { ...this.of(name), [pid]: value })
  }

  forget(): void {
    this.#values.clear()
  }

  /** What heartbeats tell; undefined: there is nothing to tell. */
  hashes(): Record<string, string> | undefined {
    if (this.#values.size === 0) return undefined
    const told = [...this.#values].slice(0, 50)
    return Object.fromEntries(told.map(([name, values]) => [name, hashOf(values)]))
  }
}

const hashOf = (values: Values): string =>
  createHash('sha256').update(canonicalParams(values)).digest('hex')
