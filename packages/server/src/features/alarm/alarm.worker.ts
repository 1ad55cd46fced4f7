import { kindsOfAlarm } from '@muster/contract'
import type pg from 'pg'
import type { Platform } from '../../kit/context.ts'
import { every as job, type Job } from '../../kit/jobs.ts'
import { every } from '../../platform/every.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { approvedSql } from '../device/index.ts'
import { judgeSignals } from './judgeSignals.ts'
import { endMutes } from './mute.queries.ts'
import { tellAlarms } from './tellAlarms.ts'

/** Judges what comes in, and tells people. Any number of processes may do it. */
export function startAlarmWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { log } = platform
  const rounds = [
    every({ name: 'the judging of alarms', seconds: 2, log }, () => judgeSignals(platform)),
    every({ name: 'the telling of alarms', seconds: 5, log }, () => tellAlarms(platform)),
    every({ name: 'the end of muting', seconds: 15, log }, () => endMutes(platform)),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

/** Calls up terminals whose moment has come. */
async function callDue(pool: pg.Pool): Promise<void> {
  const most = 10_000
  for (;;) {
    const { rowCount } = await pool.query(
      `with due as (delete from alarm_due where ctid = any(array(
            select ctid from alarm_due where due_at <= now()
              order by due_at limit ${most} for update skip locked))
          returning device_id, kind)
        insert into alarm_signal (device_id, kind, act) select device_id, kind, 'LOOK' from due`,
    )
    if ((rowCount ?? 0) < most) return
  }
}

/** The last day of which terminals are looked at: as far ahead as any rule says. */
const lastDay = (
  kind: 'WARRANTY' | 'SUPPORT_END' | 'APPROVAL_END' | 'KEY_END' | 'PARAM_ENDING',
) => `select current_date + coalesce(
    (select max(coalesce(threshold, ${kindsOfAlarm[kind].threshold?.usual ?? 0})) from alarm_rule
      where kind = '${kind}' and status = 1 and deleted_at is null), 0) as day`

/** Terminals whose warranty ends in the days that have come within sight since the last look. */
const watchWarranties = `with last as (${lastDay('WARRANTY')}),
  known as (select coalesce((select until + 1 from alarm_watched where kind = 'WARRANTY'), current_date) as day),
  term as (select vendor.id, activated_before(warranty_months, known.day) as since,
      activated_before(warranty_months, last.day + 1) as before
    from vendor cross join last cross join known where warranty_months is not null and last.day >= known.day),
  noted as (insert into alarm_watched (kind, until) select 'WARRANTY', day from last
    on conflict (kind) do update set until = greatest(alarm_watched.until, excluded.until))
  insert into alarm_signal (device_id, kind, act)
    select device.id, 'WARRANTY', 'LOOK' from term join device on device.vendor_id = term.id
      and device.activated_at >= term.since and device.activated_at < term.before
    where device.deleted_at is null and device.warranty_until is null
    union all
    select device.id, 'WARRANTY', 'LOOK' from device cross join last cross join known
      where device.warranty_until between known.day and last.day and device.deleted_at is null`

/** The same of models whose support ends. */
const watchSupport = `with last as (${lastDay('SUPPORT_END')}),
  known as (select coalesce((select until + 1 from alarm_watched where kind = 'SUPPORT_END'), current_date) as day),
  noted as (insert into alarm_watched (kind, until) select 'SUPPORT_END', day from last
    on conflict (kind) do update set until = greatest(alarm_watched.until, excluded.until))
  insert into alarm_signal (device_id, kind, act)
    select device.id, 'SUPPORT_END', 'LOOK' from model cross join last cross join known
      join device on device.model_id = model.id
    where model.end_of_support between known.day and last.day and device.deleted_at is null`

/**
 * The same of models whose approval ends or has ended, but of those that tell of it already. Models whose approvals
 * were touched are seen anew; of all others what people have closed stays closed.
 */
const watchApprovals = `with last as (${lastDay('APPROVAL_END')}),
  known as (select coalesce((select until from alarm_watched where kind = 'APPROVAL_END'), '-infinity') as day),
  noted as (insert into alarm_watched (kind, until) select 'APPROVAL_END', day from last
    on conflict (kind) do update set until = greatest(alarm_watched.until, excluded.until)),
  touched as (delete from approval_touched returning model_id)
  insert into alarm_signal (device_id, kind, act)
    select device.id, 'APPROVAL_END', 'LOOK' from model cross join last cross join known
      cross join lateral (${approvedSql}) as approved join device on device.model_id = model.id
    where approved.until <= last.day and (approved.until > known.day or model.id in (select model_id from touched))
      and device.deleted_at is null
      and not exists (select from alarm where alarm.device_id = device.id and alarm.kind = 'APPROVAL_END'
        and alarm.closed_at is null)`

/** The same of terminals whose keys end, each found by index; what they tell of anew is judged at once. */
const watchKeys = `with last as (${lastDay('KEY_END')}),
  known as (select coalesce((select until + 1 from alarm_watched where kind = 'KEY_END'), '-infinity'::date) as day),
  noted as (insert into alarm_watched (kind, until) select 'KEY_END', day from last
    on conflict (kind) do update set until = greatest(alarm_watched.until, excluded.until))
  insert into alarm_signal (device_id, kind, act)
    select distinct held.device_id, 'KEY_END', 'LOOK' from last cross join known
      join device_key held on held.expires_at >= known.day and held.expires_at < last.day + 1
    where held.state = 'OK'`

/**
 * Keys that have ended since the last look are missing, whether their terminals say so or not: each is told once,
 * also of a terminal that has lacked others before. The day of the last look is looked at again: what somebody was
 * writing then was not to be seen.
 */
const watchEndedKeys = `with known as (
      select coalesce((select until from alarm_watched where kind = 'KEY_MISSING'), '-infinity'::date) as day),
  noted as (insert into alarm_watched (kind, until) values ('KEY_MISSING', current_date)
    on conflict (kind) do update set until = excluded.until),
  ended as materialized (select held.device_id, held.slot || ' ' || held.type as slot, held.expires_at from known
      join device_key held on held.expires_at >= known.day and held.expires_at <= now() where held.state = 'OK'
      -- Whoever is just storing another key there has come before, or sees what is noted here.
      order by held.device_id, held.slot, held.type for update of held),
  missing as (insert into device_security (device_id, kind)
    select distinct device_id, 'KEY_MISSING' from ended order by 1 on conflict (device_id, kind) do nothing)
  insert into alarm_signal (device_id, kind, act) select distinct device_id, 'KEY_MISSING', 'LOOK' from ended
    -- While no rule tells of any, each look would find them all again.
    where exists (select from alarm_rule where kind = 'KEY_MISSING' and status = 1 and deleted_at is null)
      and not exists (select from alarm told where told.device_id = ended.device_id and told.kind = 'KEY_MISSING'
        and told.last_at >= ended.expires_at and told.data -> 'keySlots' ? ended.slot)`

/** Terminals that should have values which end in the days within sight, each value once. */
const watchParams = `with last as (${lastDay('PARAM_ENDING')}),
  noted as (update param_ending ends set is_noted = true from last
    where not ends.is_noted and ends.ends_on <= last.day returning ends.value_id)
  insert into alarm_signal (device_id, kind, act)
    select distinct held.device_id, 'PARAM_ENDING', 'LOOK' from noted
      join param_set on param_set.value_ids @> array[noted.value_id]
      join param_desired held on held.set_id = param_set.id and held.until is null`

/** Looks at what time alone makes an alarm. */
async function watchDays({ pool }: Pick<Platform, 'pool'>): Promise<void> {
  await callDue(pool)
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(7214074)')
    // Whoever moves an end meanwhile waits, and is looked at next time.
    await client.query('select from alarm_watched order by kind for update')
    await client.query(watchWarranties)
    await client.query(watchSupport)
    await client.query(watchApprovals)
    await client.query(watchKeys)
    await client.query(watchEndedKeys)
  })
  await inTransaction(pool, async (client) => {
    // Whoever is just finding what terminals get has seen what is not noted yet, and tells nobody of it.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('param_set', 0))`)
    await client.query(watchParams)
  })
}

/** So many are forgotten in one statement: each has an end, however many there are. */
export async function forgetAlarms(pool: pg.Pool, most = 10_000): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from alarm where id = any(array(select id from alarm
        where closed_at < now() - interval '400 days' order by closed_at limit $1))`,
      [most],
    )
    if ((rowCount ?? 0) < most) return
  }
}

export const alarmJobs: readonly Job[] = [
  job('7 * * * *', 'alarm.days', watchDays),
  job('37 2 * * *', 'alarm.forget', ({ pool }) => forgetAlarms(pool)),
]
