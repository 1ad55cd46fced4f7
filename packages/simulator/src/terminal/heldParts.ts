import type { UpgradePart } from '@muster/contract'

/** Versions of a terminal's parts, and of which the item was that put it there. */
type PartVersions = Partial<Record<UpgradePart, { version: string; item: string }>>

/** Where what upgrades have put on a terminal outlives its process. */
export interface PartStore {
  readonly parts: PartVersions
  keepParts(parts: PartVersions): void
}

/** What upgrades have put in the place of what a terminal was made with. */
export class HeldParts {
  #held: PartVersions
  readonly #store: PartStore | null

  constructor(store: PartStore | null) {
    this.#held = store?.parts ?? {}
    this.#store = store
  }

  version(part: UpgradePart): string | null {
    return this.#held[part]?.version ?? null
  }

  /** The item that has put the present version there. */
  itemOf(part: UpgradePart): string | null {
    return this.#held[part]?.item ?? null
  }

  put(part: UpgradePart, version: string, item: string): void {
    this.#held = { ...this.#held, [part]: { version, item } }
    this.#store?.keepParts(this.#held)
  }
}
