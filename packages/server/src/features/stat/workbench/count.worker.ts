import { type Kysely, sql } from 'kysely'
import { every, type Job } from '../../../kit/jobs.ts'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { foldCounts } from '../../device/index.ts'
import { foldTotals } from '../../organization/index.ts'
import { keptDays } from '../span.rules.ts'
import { leaveDay, lookAtAbsent } from './away.queries.ts'

/** One round of the hour; what has changed since the one before is in the differences already. */
const addRound = sql`
  with round as (insert into online_round as known (hour, rounds) values (date_trunc('hour', now(), 'UTC'), 1)
    on conflict (hour) do update set rounds = known.rounds + 1)
  insert into estate_counted (pace, at) values ('MINUTE', now())
    on conflict (pace) do update set at = excluded.at`

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
    await work(trx)
  })
}

/** Adds the differences up and notes a round; commands of more than a day are counted no more. */
export async function countMinute(platform: Platform): Promise<void> {
  await leaveDay(platform.pool)
  // In parts, outside of a transaction; inside of it only what has come meanwhile is left.
  await foldCounts(platform.pool, 'fold_estate_changes')
  await foldCounts(platform.pool, 'fold_told_changes')
  await alone(platform, 'stat.minute', async (trx) => {
    await foldTotals({ db: trx })
    await addRound.execute(trx)
  })
}

/** Rows that a statement places, and statements of one round. */
const placing = { rows: 20_000, rounds: 25 }

/** Counts those who had an application before the platform knew of it, or before it was mandatory. */
export async function placeApps({ db }: Platform): Promise<void> {
  await sql`select watch_apps()`.execute(db)
  for (let round = 0; round < placing.rounds; round++) {
    const { rows } = await sql<{
      left: number
    }>`select place_apps(${placing.rows}) as left`.execute(db)
    if (rows[0]?.left === 0) return
  }
}

/** Counts who has been away for too long by now. */
export const countAway = ({ pool }: Platform): Promise<void> => lookAtAbsent(pool)

/** The first hour that is kept as such. */
const keptHours = sql`date_trunc('day', now(), 'UTC') - make_interval(days => ${keptDays})`

/**
 * The day's differences in one row each: what an hour's rounds missed, those of the hours before it
 * missed, too. `whose` are the other columns of the key.
 */
const foldMoves = (table: string, whose: string) => sql`
  with old as (delete from ${sql.table(table)} where hour < ${keptHours}
      and hour <> date_trunc('day', hour, 'UTC') returning *),
    missing as materialized (select later.hour, coalesce(sum(round.rounds), 0) as rounds
      from (select distinct hour from old) as later left join online_round round
        on round.hour >= date_trunc('day', later.hour, 'UTC') and round.hour < later.hour
      group by 1)
  insert into ${sql.table(table)} as known (hour, ${sql.raw(whose)}, delta, missed)
    select date_trunc('day', hour, 'UTC'), ${sql.raw(whose)}, sum(delta), sum(missed + delta * rounds)
    from old join missing using (hour) group by 1, ${sql.raw(whose)}
    on conflict (hour, ${sql.raw(whose)})
      do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed`

const foldRounds = sql`
  with old as (delete from online_round where hour < ${keptHours} and hour <> date_trunc('day', hour, 'UTC') returning *)
  insert into online_round as known (hour, rounds)
    select date_trunc('day', hour, 'UTC'), sum(rounds)::bigint from old group by 1
    on conflict (hour) do update set rounds = known.rounds + excluded.rounds`

/** Adds old hours up, and forgets what no curve shows any more. */
export const foldHours = (platform: Platform): Promise<void> =>
  alone(platform, 'stat.fold', async (trx) => {
    await foldMoves('online_hour', 'org_id, model_id').execute(trx)
    await foldMoves('online_hour_below', 'place').execute(trx)
    await foldRounds.execute(trx)
    for (const table of ['online_hour', 'online_hour_below', 'online_round'])
      await sql`delete from ${sql.table(table)} where hour < now() - interval '400 days'`.execute(
        trx,
      )
    await sql`delete from stat_total where step = 'HOUR' and at < ${keptHours}
      or step = 'DAY' and at < now() - interval '400 days'`.execute(trx)
    await sql`delete from app_use_total where at < now() - interval '400 days'`.execute(trx)
    await sql`delete from device_spread_total where count = 0`.execute(trx)
    await sql`delete from estate_total where count = 0`.execute(trx)
    await sql`delete from estate_count where count = 0`.execute(trx)
    // Who adds up meanwhile would have a row that it filled deleted by what another look at it says.
    await sql`select pg_advisory_xact_lock(7214048)`.execute(trx)
    await sql`delete from told_total total where not exists (select from told_kept kept
      where (kept.place, kept.model_id, kept.is_own) = (total.place, total.model_id, total.is_own))`.execute(
      trx,
    )
  })

/** What the workbench shows is counted here, not while somebody waits for it. */
export const workbenchJobs: readonly Job[] = [
  every('* * * * *', 'stat.minute', countMinute),
  every('* * * * *', 'stat.away', countAway),
  every('* * * * *', 'stat.apps', placeApps),
  every('41 2 * * *', 'stat.fold', foldHours),
]
