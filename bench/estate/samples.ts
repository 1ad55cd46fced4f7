import { type Call, devices } from '@muster/contract'
import type pg from 'pg'
import { requiredOf } from '../../packages/server/test/fill/questions.ts'

/** Ids that a filter may name and that no row shows. */
export async function filterIds(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<Record<string, string | null>>(`select
    (select id from organization where code = 'place-1') as place,
    (select id from vendor where code = 'vendor-1') as vendor,
    (select id from role where code = 'crew-1') as role,
    (select id from device_group where name = 'Group 1') as within_group,
    (select id from classification where code = 'LABEL-1') as label,
    (select id from station where code = 'station-1') as station,
    (select id from upgrade_version where state = 'ONLINE' order by id limit 1) as version,
    (select id from app where package = 'com.bench.app1') as app`)
  const { place, vendor, role, within_group: group, label, station, version, app } = rows[0] ?? {}
  const known: [string, string | null | undefined][] = [
    ['groupId', group],
    ['classificationId', label],
    ['stationId', station],
    ['versionId', version],
    ['appId', app],
    ['orgId', place],
    ['within', place],
    ['parentId', place],
    ['vendorId', vendor],
    ['roleId', role],
  ]
  return new Map(known.flatMap(([name, id]) => (id ? [[name, id]] : [])))
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
  pathOf(call: Call, params: Readonly<Record<string, string>> = {}): string | null {
    const known = this.#listOf(call)?.id
    const terminal = this.#lists.get(devices.page.path.replace(/\/page$/, ''))?.id
    const path = call.path
      .replaceAll(/\{(\w+)\}/g, (place, name: string) => params[name] ?? place)
      .replace(/\{(?:id|uploadId)\}/, (place) => known ?? place)
      .replace('{deviceId}', (place) => terminal ?? place)
    return path.includes('{') || requiredOf(call).length > 0 ? null : path
  }
}
