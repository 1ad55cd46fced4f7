import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** Whom variables that are `taken` are for, each once or as often as they come. */
const meantBy = (union: RawBuilder<unknown>) => sql`meant as (
    select device_id, app_id, key, deliver_now from taken where device_id is not null
    ${union}
    select device.id, taken.app_id, taken.key, taken.deliver_now
      from taken join device on device.station_id = taken.station_id where taken.device_id is null
    ${union}
    select device.id, taken.app_id, taken.key, taken.deliver_now
      from taken join organization over on over.id = taken.org_id
        join organization here on here.path <@ over.path join device on device.org_id = here.id
      where taken.device_id is null and taken.station_id is null
    ${union}
    select held.device_id, taken.app_id, taken.key, taken.deliver_now
      from taken join param_set on param_set.keys <> '{}'
        join param_desired held on held.set_id = param_set.id and held.until is null
      where num_nonnulls(taken.device_id, taken.station_id, taken.org_id) = 0)`

/** Terminals whose values name variables that are `taken`, also through others, after the statement that takes them. */
export const namingTouched = sql`${meantBy(sql`union`)},
  naming as (
    select held.device_id, bool_or(meant.deliver_now) as is_now
    from meant join param_desired held on held.device_id = meant.device_id and held.until is null
        and (meant.app_id is null or meant.app_id = held.app_id)
      join param_set on param_set.id = held.set_id and param_set.keys <> '{}'
    where param_set.keys @> array[meant.key] or held.variables ? meant.key
      or held.sealed_variables is not null or held.unresolved <> '{}'
    group by held.device_id)`

/** Terminals that a variable is for are more than those that name it. */
const mostMet = 20

/**
 * Terminals whose values name what this transaction has changed of variables; null: they are more than `most`, or
 * it is for so many that whoever changes it cannot wait until they are found.
 */
export async function terminalsTouched(
  db: Kysely<DB>,
  most: number,
): Promise<{ deviceId: string; isNow: boolean }[] | null> {
  // Not told apart: else all of a whole estate would be read before the first one is met.
  const { rows: beyond } = await sql`with ${taken}, ${meantBy(sql`union all`)}
    select from meant offset ${mostMet * most} limit 1`.execute(db)
  if (beyond.length > 0) return null
  const { rows } = await sql<{ deviceId: string; isNow: boolean }>`with ${taken}, ${namingTouched}
    select device_id, is_now from naming limit ${most + 1}`.execute(db)
  return rows.length > most ? null : rows
}

const taken = sql`taken as materialized (
  select org_id, station_id, device_id, app_id, key, deliver_now from param_touched where at = now())`
