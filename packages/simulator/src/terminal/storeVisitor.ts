import { type Chance, chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Inventory } from './inventory.ts'
import type { Machine } from './machine.ts'
import type { PlatformFiles } from './platformFiles.ts'

interface Parts {
  readonly machine: Pick<Machine, 'identity' | 'configuration' | 'lock'>
  readonly inventory: Pick<Inventory, 'find'>
  readonly files: Pick<PlatformFiles, 'readStore' | 'askFromStore'>
  readonly scenario: Pick<Scenario, 'shops'>
  readonly seed: string
  readonly signal: AbortSignal
}

/** Whoever stands at a terminal and looks into its store now and then, for something that it has not. */
export class StoreVisitor {
  readonly #parts: Parts
  readonly #chance: Chance
  #isThere = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#chance = chanceOf(parts.seed, parts.machine.identity.sn, 'store')
  }

  /** Between two heartbeats: comes by, or does not. */
  pass(): void {
    const { scenario, signal } = this.#parts
    if (!this.#chance.happens(scenario.shops) || this.#isThere || !this.#isShown) return
    this.#isThere = true
    void this.#visit()
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
      .finally(() => {
        this.#isThere = false
      })
  }

  /** Whether there is a store to look into: behind a lock nobody sees it. */
  get #isShown(): boolean {
    const { configuration, lock } = this.#parts.machine
    return lock === null && configuration.storeVisible !== false
  }

  /** Takes one that is not there yet, or is older; what it is not given now, it may want another time. */
  async #visit(): Promise<void> {
    const { files, inventory } = this.#parts
    const offers = (await files.readStore()) ?? []
    const [first, ...others] = offers.filter(
      ({ package: name, version }) => (inventory.find(name)?.vc ?? -1) < version.code,
    )
    if (first) await files.askFromStore(this.#chance.pick([first, ...others]).version.id)
  }
}
