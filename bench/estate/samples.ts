import { type Call, devices } from '@muster/contract'
import type pg from 'pg'
import { requiredOf } from './questions.ts'

/** Ids that a filter may name and that no row shows. */
export async function filterIds(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ place: string; vendor: string; role: string }>(`select
    (select id from organization where code = 'place-1') as place,
    (select id from vendor where code = 'vendor-1') as vendor,
    (select id from role where code = 'crew-1') as role`)
  const { place = '', vendor = '', role = '' } = rows[0] ?? {}
  return new Map([
    ['orgId', place],
    ['within', place],
    ['parentId', place],
    ['vendorId', vendor],
    ['roleId', role],
  ])
}

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
  pathOf(call: Call): string | null {
    const known = this.#listOf(call)?.id
    const path = known ? call.path.replace(/\{(?:id|uploadId)\}/, known) : call.path
    return path.includes('{') || requiredOf(call).length > 0 ? null : path
  }
}
