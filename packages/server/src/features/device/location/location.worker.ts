import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { parameter } from '../../system/parameter/index.ts'

/**
 * Of a day that lies longer back than `device.location.keepDays` only the last place is kept. What
 * was thinned before is not read again: each hour is done by itself, and one that fails undoes none before it.
 */
export async function thinPlaces({ db }: Pick<Platform, 'db'>): Promise<void> {
  const days = await parameter(db, 'device.location.keepDays')
  while (await db.transaction().execute((trx) => thinHour(trx, days))) {
    // The next one.
  }
}

/**
 * Thins the next hour in which a terminal was anywhere, or passes a day in which none was; false: nothing is left.
 * It looks no farther ahead: what waits, as after fewer days are to be kept, is read a day at a time.
 */
async function thinHour(trx: Kysely<DB>, days: number): Promise<boolean> {
  const { rows } = await sql<{ from: string | null; until: string }>`
    with span as (select until, date_trunc('day', now() - make_interval(days => ${days}), 'UTC') as last
        from location_thinned for update),
      ahead as (select until, case when isfinite(until) then least(until + interval '24 hours', last) else last end as ends
        from span where until < last)
    select next.hour::text as from, least(next.hour + interval '1 hour', ahead.ends)::text as until
    from ahead cross join lateral (select date_trunc('hour', min(at), 'UTC') as hour from device_location
      where at >= ahead.until and at < ahead.ends) as next`.execute(trx)
  const [span] = rows
  if (!span) return false
  if (span.from !== null)
    await sql`delete from device_location place
      where at >= ${span.from}::timestamptz and at < ${span.until}::timestamptz
        and exists (select from device_location later where later.device_id = place.device_id
          and later.at > place.at
          and later.at < date_trunc('day', place.at, 'UTC') + interval '1 day')`.execute(trx)
  await sql`update location_thinned set until = ${span.until}::timestamptz`.execute(trx)
  return true
}
