import { type RawBuilder, sql } from 'kysely'
import { every, type Job } from '../../kit/jobs.ts'
import { judgeAll } from './rule/judge.ts'
import type { Platform } from '../../kit/context.ts'
import { parameter } from '../system/parameter/index.ts'

/** Rows that are forgotten in one transaction. */
const batch = 5000

/**
 * What terminals should have had, and what was said and found, is forgotten after some time; what holds is kept.
 * What rules ask of beside values, as the country of a station, is looked at each night.
 */
export const paramJobs: readonly Job[] = [
  every('37 2 * * *', 'params.forget', async ({ db }) => {
    await forgetParams(db)
  }),
  every('11 3 * * *', 'params.rules', async ({ db }) => {
    await judgeAll(db, null)
  }),
]

/** Forgets what ended too long ago. */
export async function forgetParams(db: Platform['db']): Promise<void> {
  const days = await parameter(db, 'log.param.keepDays')
  for (const step of stepsOf(sql`(select clock_timestamp() - make_interval(days => ${days}))`))
    for (let gone = batch; gone === batch; )
      gone = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('param_set', 0))`.execute(trx)
        return (await step.execute(trx)).rows[0]?.gone ?? 0
      })
}

type Part = RawBuilder<unknown>

const stepsOf = (since: Part) => [
  counted(sql`delete from param_desired where (device_id, app_id, revision) in (
    select device_id, app_id, revision from param_desired where until < ${since} limit ${batch})`),
  // Whoever left them is forgotten by now; who has them still, or left them since, is told of by another row.
  sql<{ gone: number }>`with looked as (
      delete from param_set_left where ctid = any(array(
        select ctid from param_set_left where at < ${since} order by at limit ${batch}))
      returning set_id),
    gone as (
      delete from param_set where id in (select looked.set_id from looked
        where not exists (select from param_desired held where held.set_id = looked.set_id and held.until is null)
          and not exists (select from param_set_left later where later.set_id = looked.set_id and later.at >= ${since}))
      returning id),
    tally as (delete from param_set_tally kept using gone where kept.set_id = gone.id),
    failing as (delete from param_failing known using gone where known.set_id = gone.id)
    select count(*)::integer as gone from looked`,
  counted(sql`delete from param_value where id in (select own.id from param_value own
    where own.to_rev <= (select rev from param_rev where at < ${since} order by at desc limit 1)
      and not exists (select from param_set where param_set.value_ids @> array[own.id]) limit ${batch})`),
  counted(sql`delete from param_finding where id in (
    select id from param_finding where closed_at < ${since} limit ${batch})`),
  counted(sql`delete from param_refusal where (item_id, pid) in (
    select item_id, pid from param_refusal where reported_at < ${since} limit ${batch})`),
]

const counted = (gone: Part) => sql<{ gone: number }>`with gone as (${gone} returning 1)
  select count(*)::integer as gone from gone`
