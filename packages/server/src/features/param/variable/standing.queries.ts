import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Place } from './variable.queries.ts'

type Asking = Pick<Context, 'db'>

/** A variable whose value names others, where it stands now. */
export interface NamingVariable extends Place {
  readonly id: string
  readonly key: string
  readonly value: string
  /** Whose it is; null: everybody's. */
  readonly of: string | null
}

/** One change after the other: of two that are good by themselves, both together may go in a ring. */
export const oneByOne = ({ db }: Asking) =>
  sql`select pg_advisory_xact_lock(hashtextextended('global_param', 0))`.execute(db)

/** More than these in one change nobody looks through; values are filled, and judged, once more when they are delivered. */
const mostNaming = 20_000

/** The variables at and below some targets whose values name these, themselves or through others. */
export async function namingBelow(
  { db }: Asking,
  ids: readonly string[],
): Promise<NamingVariable[]> {
  const { rows } = await sql<NamingVariable>`with recursive changed as (
      select v.*, top.path from global_param v left join organization top on top.id = v.org_id
      where v.id = any(${[...ids]}::uuid[])),
    hit as (
      select key from changed
      union
      select v.key from hit join global_param v on v.names @> array[hit.key]
        and v.deleted_at is null and v.status = 1)
    select v.id, v.key, v.value, v.app_id, v.device_id, place.id as org_id,
      coalesce(v.station_id, device.station_id) as station_id,
      coalesce(device.sn, station.name, place.name) as of
    from hit join global_param v on v.key = hit.key and v.names <> '{}'
        and v.deleted_at is null and v.status = 1
      left join device on device.id = v.device_id
      left join station on station.id = v.station_id
      left join organization place on place.id = coalesce(device.org_id, station.org_id, v.org_id)
    where exists (select from changed where changed.level = 'PLATFORM'
      or changed.level = 'ORG' and place.path <@ changed.path
      or changed.level = 'STATION' and changed.station_id = coalesce(v.station_id, device.station_id)
      or changed.level = 'DEVICE' and changed.device_id = v.device_id)
    order by v.id limit ${mostNaming}`.execute(db)
  return rows
}

/** Applications that some variables are for. */
export async function appsOf({ db }: Asking, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ appId: string }>`select distinct app_id from global_param
    where id = any(${[...ids]}::uuid[]) and app_id is not null`.execute(db)
  return rows.map(({ appId }) => appId)
}

interface Judged {
  readonly id: string
  readonly value: string
  readonly pattern: string
}

/** Values of these variables that the platform has a pattern for. */
export async function patternedAmong({ db }: Asking, ids: readonly string[]): Promise<Judged[]> {
  const { rows } = await sql<Judged>`select v.id, v.value, p.pattern
    from global_param v join global_param p on p.key = v.key and p.level = 'PLATFORM'
      and p.pattern is not null and p.deleted_at is null and p.status = 1
      and (p.app_id is null or p.app_id = v.app_id)
    where v.id = any(${[...ids]}::uuid[]) and v.deleted_at is null and v.type = 'TEXT'
      and v.names = '{}'`.execute(db)
  return rows
}

/** The platform's patterns for a name. */
export async function patternsOf(
  { db }: Asking,
  { key, appId }: { readonly key: string; readonly appId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ pattern: string }>`select pattern from global_param
    where key = ${key} and level = 'PLATFORM' and pattern is not null and deleted_at is null
      and status = 1 and (app_id is null or app_id = ${appId}::uuid)`.execute(db)
  return rows.map(({ pattern }) => pattern)
}

interface Group {
  readonly value: string
  readonly count: number
  /** Some of those whose it is. */
  readonly names: readonly (string | null)[]
}

/**
 * The different values that a pattern of the platform is for. Secrets are judged when they are typed and
 * never again: whoever changes a pattern would read them letter by letter.
 */
export async function valuesUnder({ db }: Asking, id: string): Promise<Group[]> {
  const { rows } = await sql<Group>`select v.value, count(*)::integer as count,
      (array_agg(coalesce(device.sn, station.name, organization.name) order by v.id))[1:3] as names
    from global_param p join global_param v on v.key = p.key
        and (p.app_id is null or p.app_id = v.app_id)
      left join device on device.id = v.device_id
      left join station on station.id = v.station_id
      left join organization on organization.id = v.org_id
    where p.id = ${id} and v.deleted_at is null and v.status = 1 and v.type = 'TEXT' and v.names = '{}'
    group by v.value`.execute(db)
  return rows
}
