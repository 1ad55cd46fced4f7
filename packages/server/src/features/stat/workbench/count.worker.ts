import { type Kysely, sql } from 'kysely'
import { every, type Job } from '../../../kit/jobs.ts'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'

type Pace = 'MINUTE' | 'SLOW'

/** Rows that differ are written, so that a quiet estate costs no writes. */
const recount = (pace: Pace) => sql`
  with fresh as (select measure, org_id, model_id, sum(count)::bigint as count from estate_count_live
      where pace = ${sql.lit(pace)} group by 1, 2, 3),
    gone as (delete from estate_count where pace = ${pace} and not exists (select from fresh
      where (fresh.measure, fresh.org_id, fresh.model_id)
        = (estate_count.measure, estate_count.org_id, estate_count.model_id))),
    written as (insert into estate_count as known (pace, measure, org_id, model_id, count)
      select ${pace}, measure, org_id, model_id, count from fresh
      on conflict (measure, org_id, model_id) do update set count = excluded.count
        where known.count <> excluded.count)
  insert into estate_counted (pace, at) values (${pace}, now())
    on conflict (pace) do update set at = excluded.at`

/** One round of the hour: who is online is added to what the rounds before have found. */
const addRound = sql`
  with round as (insert into online_round as known (hour, rounds) values (date_trunc('hour', now(), 'UTC'), 1)
    on conflict (hour) do update set rounds = known.rounds + 1)
  insert into online_hour as known (hour, org_id, model_id, online)
    select date_trunc('hour', now(), 'UTC'), org_id, model_id, count from estate_count where measure = 'ONLINE'
    on conflict (hour, org_id, model_id) do update set online = known.online + excluded.online`

/** One worker counts at a time; another one that comes meanwhile leaves it to him. */
async function alone(
  { db }: Platform,
  name: string,
  work: (trx: Kysely<DB>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as is_mine`.execute(trx)
    if (!rows[0]?.isMine) return
    // A million terminals are joined in memory, not by way of their indexes.
    await sql`set local work_mem = '128MB'`.execute(trx)
    await work(trx)
  })
}

/** Counts what changes by the minute. */
export const countMinute = (platform: Platform): Promise<void> =>
  alone(platform, 'stat.minute', async (trx) => {
    await recount('MINUTE').execute(trx)
    await addRound.execute(trx)
  })

/** Counts who was ever seen and who has long been away: it asks every terminal, and changes slowly. */
export const countSeen = (platform: Platform): Promise<void> =>
  alone(platform, 'stat.seen', async (trx) => {
    await recount('SLOW').execute(trx)
  })

/** Hours that are kept as such; older ones are added up to one row a day. */
const keptHours = sql`date_trunc('day', now(), 'UTC') - interval '32 days'`

const fold = (table: string, keys: string, sum: string) => sql`
  with old as (delete from ${sql.table(table)} where hour < ${keptHours}
      and hour <> date_trunc('day', hour, 'UTC') returning *)
  insert into ${sql.table(table)} as known (${sql.raw(keys)}, ${sql.ref(sum)})
    select date_trunc('day', hour, 'UTC') ${sql.raw(keys.slice('hour'.length))}, sum(${sql.ref(sum)})::bigint from old
      group by ${sql.raw(keys.replace('hour', '1'))}
    on conflict (${sql.raw(keys)}) do update set ${sql.ref(sum)} = known.${sql.ref(sum)} + excluded.${sql.ref(sum)}`

/** Adds old hours up, and forgets what no curve shows any more. */
export const foldHours = (platform: Platform): Promise<void> =>
  alone(platform, 'stat.fold', async (trx) => {
    await fold('online_hour', 'hour, org_id, model_id', 'online').execute(trx)
    await fold('online_round', 'hour', 'rounds').execute(trx)
    await sql`delete from online_hour where hour < now() - interval '400 days'`.execute(trx)
    await sql`delete from online_round where hour < now() - interval '400 days'`.execute(trx)
    await sql`delete from device_spread where count = 0`.execute(trx)
  })

/** What the workbench shows is counted here, not while somebody waits for it. */
export const workbenchJobs: readonly Job[] = [
  every('* * * * *', 'stat.minute', countMinute),
  every('*/5 * * * *', 'stat.seen', countSeen),
  every('41 2 * * *', 'stat.fold', foldHours),
]
