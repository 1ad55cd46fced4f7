import { type Call, devices } from '@muster/contract'

/** What a caller has met on first pages: their first records, and how long they took. */
export class Met {
  readonly #lists = new Map<string, { readonly id: string | null; readonly ms: number }>()

  add(call: Call, id: unknown, ms: number): void {
    const base = call.path.replace(/\/[^/]*$/, '')
    this.#lists.set(base, { id: typeof id === 'string' ? id : null, ms })
  }

  /** The list that a call belongs to: the one of the longest path that both begin with. */
  #listOf({ path }: Call) {
    const bases = [...this.#lists.keys()].filter((base) => path.startsWith(`${base}/`))
    return this.#lists.get(bases.toSorted((one, other) => other.length - one.length)[0] ?? '')
  }

  /** The time of the first page beside which a call stands: its own list's, else that of terminals. */
  pageMs(call: Call): number {
    const terminals = this.#lists.get(devices.page.path.replace(/\/page$/, ''))
    return (this.#listOf(call) ?? terminals)?.ms ?? Number.NaN
  }

  /** A call's path about a record that was met; null where nothing is known of what it needs. */
  pathOf(call: Call, ids: ReadonlyMap<string, string>): string | null {
    const terminals = this.#lists.get(devices.page.path.replace(/\/page$/, ''))
    const met = new Map([
      ['deviceId', terminals?.id],
      ['id', this.#listOf(call)?.id],
      ['uploadId', this.#listOf(call)?.id],
    ])
    const path = call.path.replaceAll(
      /\{(\w+)\}/g,
      (place, name: string) => met.get(name) ?? ids.get(name) ?? place,
    )
    return path.includes('{') ? null : path
  }
}
