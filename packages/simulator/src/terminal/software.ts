import type { Inventory } from './inventory.ts'

/** Not installed, and part of the system: codes of the error catalogue. */
type Fault = 'P305' | 'I214'

/** What commands make of the applications that are installed. */
export class Software {
  /** What it was told to start with; null: nobody has said. */
  launcher: string | null = null
  readonly #inventory: Inventory
  readonly #running = new Set<string>()
  readonly #emptied = new Set<string>()

  constructor(inventory: Inventory) {
    this.#inventory = inventory
  }

  get packages(): readonly string[] {
    return this.#inventory.report().apps.map(({ p }) => p)
  }

  isRunning(name: string): boolean {
    return this.#running.has(name) || this.#inventory.find(name)?.src === 'SYSTEM'
  }

  hasData(name: string): boolean {
    return this.#inventory.find(name) !== null && !this.#emptied.has(name)
  }

  /** What keeps it from being changed; null: nothing. */
  start(name: string): Fault | null {
    if (!this.#inventory.find(name)) return 'P305'
    this.#running.add(name)
    this.#emptied.delete(name)
    return null
  }

  stop(name: string): Fault | null {
    const fault = this.#faultOf(name)
    if (!fault) this.#running.delete(name)
    return fault
  }

  /** Empties all of them, or none. */
  clear(names: readonly string[]): Fault | null {
    const fault = names.map((name) => this.#faultOf(name)).find((one) => one !== null) ?? null
    if (!fault) for (const name of names) this.#empty(name)
    return fault
  }

  startWith(name: string): Fault | null {
    if (!this.#inventory.find(name)) return 'P305'
    this.launcher = name
    return null
  }

  /** As it came. */
  forget(): void {
    this.launcher = null
    this.#running.clear()
    this.#emptied.clear()
    this.#inventory.wipe()
  }

  #empty(name: string): void {
    this.#running.delete(name)
    this.#emptied.add(name)
  }

  #faultOf(name: string): Fault | null {
    const app = this.#inventory.find(name)
    if (!app) return 'P305'
    return app.src === 'SYSTEM' ? 'I214' : null
  }
}
