import type { VariableType } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../../device/index.ts'

/** The platform's patterns for some names, as they hold for all applications. */
export async function patternsByKey(
  { db }: Pick<Context, 'db'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{
    key: string
    patterns: string[]
  }>`select key, array_agg(pattern) as patterns
    from global_param where key = any(${[...keys]}::text[]) and level = 'PLATFORM' and app_id is null
      and pattern is not null and deleted_at is null and status = 1 group by key`.execute(db)
  return new Map(rows.map(({ key, patterns }) => [key, patterns]))
}

const reached = organizationsBy('own.id')

/** Those of some names under which a secret is kept that may hold for a terminal of the caller's. */
export async function secretsAmong(
  { db, principal }: Context,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select named.key
    from unnest(${[...keys]}::text[]) as named (key)
    where exists (select from global_param v left join organization place on place.id = v.org_id
      where v.key = named.key and v.type = 'SECRET' and v.deleted_at is null and (v.org_id is null
        or exists (select from organization own
          where own.path <@ place.path and ${reached.rows(principal)})))`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Those of some names under which a secret is kept at the organisation of a terminal or above it, by the serial
 * number in small letters, of terminals that the caller sees. That of another terminal of the organisation counts: it
 * may be the one that was meant.
 */
export async function secretsAt(
  { db, principal }: Context,
  keys: readonly string[],
  sns: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ sn: string; keys: string[] }>`with seen as materialized (
      select lower(row.sn) as sn, row.org_id from device as row where row.deleted_at is null
        and row.sn = any(${sns.map((sn) => sn.toUpperCase())}::text[]) and ${deviceScope.rows(principal)}),
    told as materialized (
      select own.id, array(select named.key from unnest(${[...keys]}::text[]) as named (key)
        where exists (select from global_param v where v.key = named.key and v.type = 'SECRET' and v.deleted_at is null
            and v.org_id is null)
          or exists (select from organization above join global_param v on v.org_id = above.id and v.key = named.key
            where above.path @> own.path and v.type = 'SECRET' and v.deleted_at is null
              and (v.level <> 'DEVICE' or above.id = own.id))) as keys
      from organization own where own.id in (select seen.org_id from seen))
    select seen.sn, told.keys from seen join told on told.id = seen.org_id`.execute(db)
  return new Map(rows.map((row) => [row.sn, new Set(row.keys)]))
}

/** Of what type the own variables of terminals are, also those that are switched off: by terminal and name. */
export async function ownTypes(
  { db }: Context,
  { ids, keys }: { readonly ids: readonly string[]; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlyMap<string, VariableType>>> {
  const { rows } = await sql<{ deviceId: string; key: string; type: VariableType }>`select
      v.device_id, v.key, v.type from global_param v join device on device.id = v.device_id
    where v.device_id = any(${[...ids]}::uuid[]) and v.key = any(${[...keys]}::text[])
      and v.level = 'DEVICE' and v.org_id = device.org_id and v.app_id is null
      and v.deleted_at is null`.execute(db)
  const byTerminal = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return new Map(
    [...byTerminal].map(([id, own]) => [id, new Map(own.map(({ key, type }) => [key, type]))]),
  )
}

/** What a terminal's own variable is to say. */
export interface Value {
  readonly deviceId: string
  readonly key: string
  readonly value: string
  readonly names: readonly string[]
}

/** Writes variables of terminals, new ones and others; answers what was written, by organisation. */
export async function putValues(
  { db, principal }: Context,
  values: readonly Value[],
): Promise<{ orgId: string; ids: string[] }[]> {
  if (values.length === 0) return []
  const { userId } = principal
  const { rows } = await sql<{ orgId: string; ids: string[] }>`with given as (
      select said."deviceId" as device_id, said.key, said.value, said.names
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as said ("deviceId" uuid, key text, value text, names text[])),
    written as (
      insert into global_param (key, type, level, org_id, device_id, value, names, created_by)
      select given.key, 'TEXT', 'DEVICE', device.org_id, device.id, given.value, given.names, ${userId}
      from given join device on device.id = given.device_id
      on conflict (level, org_id, station_id, device_id, app_id, key) where deleted_at is null
      do update set value = excluded.value, names = excluded.names, status = 1,
        version = global_param.version + 1, updated_at = now(), updated_by = ${userId}
      returning id, org_id)
    select org_id, array_agg(id) as ids from written group by org_id`.execute(db)
  return rows
}
