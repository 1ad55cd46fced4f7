interface Installed {
  /** Part of the system: it can neither be ended nor emptied. */
  readonly isSystem: boolean
  isRunning: boolean
  /** Something was entered into it. */
  hasData: boolean
}

const system = ['com.android.settings', 'com.android.launcher3', 'dev.muster.agent'] as const
const added = ['com.example.payment', 'com.example.loyalty'] as const

/** Not installed, and part of the system: codes of the error catalogue. */
type Fault = 'P305' | 'I214'

/** The applications of a terminal, as far as commands act on them. */
export class Software {
  /** What it was told to start with; null: nobody has said. */
  launcher: string | null = null
  readonly #installed = new Map<string, Installed>([
    ...system.map((name) => [name, { isSystem: true, isRunning: true, hasData: true }] as const),
    ...added.map((name) => [name, { isSystem: false, isRunning: false, hasData: true }] as const),
  ])

  get packages(): readonly string[] {
    return [...this.#installed.keys()]
  }

  isRunning(name: string): boolean {
    return this.#installed.get(name)?.isRunning ?? false
  }

  hasData(name: string): boolean {
    return this.#installed.get(name)?.hasData ?? false
  }

  /** What keeps it from being changed; null: nothing. */
  start(name: string): Fault | null {
    const app = this.#installed.get(name)
    if (!app) return 'P305'
    app.isRunning = true
    app.hasData = true
    return null
  }

  stop(name: string): Fault | null {
    const fault = this.#faultOf(name)
    const app = this.#installed.get(name)
    if (!fault && app) app.isRunning = false
    return fault
  }

  /** Empties all of them, or none. */
  clear(names: readonly string[]): Fault | null {
    const fault = names.map((name) => this.#faultOf(name)).find((one) => one !== null) ?? null
    if (!fault) for (const name of names) this.#empty(name)
    return fault
  }

  startWith(name: string): Fault | null {
    if (!this.#installed.has(name)) return 'P305'
    this.launcher = name
    return null
  }

  /** As it came, but for what was installed. */
  forget(): void {
    this.launcher = null
    for (const [name, { isSystem }] of this.#installed) if (!isSystem) this.#empty(name)
  }

  #empty(name: string): void {
    const app = this.#installed.get(name)
    if (app) Object.assign(app, { isRunning: false, hasData: false })
  }

  #faultOf(name: string): Fault | null {
    const app = this.#installed.get(name)
    if (!app) return 'P305'
    return app.isSystem ? 'I214' : null
  }
}
