import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { parameter } from '../../system/parameter/index.ts'

/**
 * Of a day that lies longer back than `device.location.keepDays` only the last place is kept. What
 * was thinned before is not read again.
 */
export async function thinPlaces({ db }: Pick<Platform, 'db'>): Promise<void> {
  const days = await parameter(db, 'device.location.keepDays')
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ from: string; until: string }>`
      select until::text as from, date_trunc('day', now() - make_interval(days => ${days}), 'UTC')::text as until
      from location_thinned for update`.execute(trx)
    const [span] = rows
    if (!span) return
    await sql`delete from device_location place
      where at >= ${span.from}::timestamptz and at < ${span.until}::timestamptz
        and exists (select from device_location later where later.device_id = place.device_id
          and later.at > place.at
          and later.at < date_trunc('day', place.at, 'UTC') + interval '1 day')`.execute(trx)
    await sql`update location_thinned set until = greatest(until, ${span.until}::timestamptz)`.execute(
      trx,
    )
  })
}
