import type { Inventory } from './inventory.ts'

/** Not installed, and part of the system: codes of the error catalogue. */
type Fault = 'P305' | 'I214'

/** What the applications of a terminal are at, as far as commands act on them. */
export class Software {
  readonly #inventory: Pick<Inventory, 'find' | 'report'>
  readonly #running = new Set<string>()
  /** Nothing was entered into these since they were emptied. */
  readonly #empty = new Set<string>()

  constructor(inventory: Pick<Inventory, 'find' | 'report'>) {
    this.#inventory = inventory
  }

  get packages(): readonly string[] {
    return this.#inventory.report().apps.map(({ p }) => p)
  }

  has(name: string): boolean {
    return this.#inventory.find(name) !== null
  }

  isRunning(name: string): boolean {
    return this.has(name) && this.#running.has(name)
  }

  hasData(name: string): boolean {
    return this.has(name) && !this.#empty.has(name)
  }

  /** What keeps it from being done; null: it is. */
  start(name: string): Fault | null {
    if (!this.has(name)) return 'P305'
    this.#running.add(name)
    this.#empty.delete(name)
    return null
  }

  /** It is gone, and what was entered into it unless that is kept. */
  removed(name: string, keepsData: boolean): void {
    this.#running.delete(name)
    if (!keepsData) this.#empty.add(name)
  }

  stop(name: string): Fault | null {
    const fault = this.#faultOf(name)
    if (!fault) this.#running.delete(name)
    return fault
  }

  /** Empties all of them, or none. */
  clear(names: readonly string[]): Fault | null {
    const fault = names.map((name) => this.#faultOf(name)).find((one) => one !== null) ?? null
    for (const name of fault ? [] : names) {
      this.#running.delete(name)
      this.#empty.add(name)
    }
    return fault
  }

  /** What people have entered into any of them is gone. */
  forget(): void {
    this.#running.clear()
    for (const name of this.packages) this.#empty.add(name)
  }

  /** The system's own can neither be ended nor emptied. */
  #faultOf(name: string): Fault | null {
    const app = this.#inventory.find(name)
    if (!app) return 'P305'
    return app.src === 'SYSTEM' ? 'I214' : null
  }
}
