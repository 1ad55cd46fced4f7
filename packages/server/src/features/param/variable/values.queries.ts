import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

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
