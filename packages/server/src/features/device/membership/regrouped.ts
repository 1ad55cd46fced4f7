import { type Kysely, sql } from 'kysely'
import type { LiveHub } from '../../../platform/liveHub.ts'
import type { DB } from '../../../platform/schema.ts'
import { regroupedPath } from '../paths.ts'

/** Terminals that one transaction marks. */
const batch = 5000

/**
 * Terminals that came into a group with a profile, or left one, are told what holds for them now,
 * under a number that is higher than any before. Whether there may be more to do.
 */
export async function tellRegrouped(
  db: Kysely<DB>,
  live: Pick<LiveHub, 'changed'>,
): Promise<boolean> {
  // In one order, as whoever publishes a profile of one terminal waits for the same mark. Two workers
  // take different rows.
  const { rows } = await sql<{ deviceId: string }>`with taken as (
      delete from settings_regrouped where id = any(array(
        select id from settings_regrouped order by id limit ${batch} for update skip locked))
      returning device_id),
    regrouped as (select distinct device_id from taken order by 1),
    marked as (insert into functional_mark (target, settings_rev)
      select 'D' || device_id, nextval('settings_rev') from regrouped order by 1
      on conflict (target) do update set settings_rev = excluded.settings_rev)
    select device_id from regrouped`.execute(db)
  const ids = rows.map(({ deviceId }) => deviceId)
  if (ids.length > 0) live.changed({ path: regroupedPath, ids, orgIds: [] })
  return ids.length > 0
}
