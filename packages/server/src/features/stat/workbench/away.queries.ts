import { awaySteps } from '@muster/contract'
import type pg from 'pg'

/** Terminals that one statement looks at: few enough to find each by its key. */
const lookedAtOnce = 1000
/** Statements of one round; what is due beyond them waits for the next. */
const mostLooks = 500
/** Terminals that one statement calls up after a limit has changed. */
const calledAtOnce = 10_000

/**
 * Says of terminals whose moment has come (`device_offline`) whether they are away for too long, and
 * writes the next moment where they are not. All are looked at anew by a limit that has changed.
 */
export async function lookAtAbsent(pool: pg.Pool): Promise<void> {
  await followLimits(pool)
  await lookWhileDue(pool, lookSql)
  await lookWhileDue(pool, stepSql)
}

/** By pieces, so that each statement holds few. */
async function lookWhileDue(pool: pg.Pool, text: string): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const { rows } = await pool.query<{ looked: number }>(text)
    if ((rows[0]?.looked ?? 0) < lookedAtOnce) break
  }
}

/** Says of terminals how many of the steps of absence they have passed, and when the next one comes. */
const stepSql = `with due as materialized (
    select device_id from device_offline where away_due_at <= now()
      order by away_due_at limit ${lookedAtOnce} for update skip locked),
  told as materialized (select due.device_id, state.offline_since from due
    left join device_online online on online.device_id = due.device_id
    left join device_state state on state.device_id = due.device_id and online.device_id is null),
  judged as materialized (select told.device_id,
      coalesce(max(step.hours) filter (where step.at <= now()), 0) as passed, min(step.at) filter (where step.at > now()) as next
    from told left join lateral (select hours, told.offline_since + make_interval(hours => hours) as at
      from unnest('{${awaySteps.join()}}'::integer[]) as hours) as step on true group by 1),
  stepped as (update device_offline offline set away_hours = judged.passed, away_due_at = judged.next
    from judged where offline.device_id = judged.device_id)
  select count(*)::integer as looked from due`

/** What organisations and categories say is read once, and each terminal by its key. */
const lookSql = `with due as materialized (
    select device_id from device_offline where due_at <= now()
      order by due_at limit ${lookedAtOnce} for update skip locked),
  usual as materialized (select steered('device.offline.alarm.minutes', 1440) as minutes),
  own as materialized (select org_id, minutes from offline_limit),
  judged as materialized (
    select due.device_id, online.device_id is not null as is_back, state.offline_since + make_interval(
        mins => coalesce(own.minutes, of_model.minutes, usual.minutes)) as due_at
      from due cross join usual
        left join device_online online on online.device_id = due.device_id
        left join device_state state on state.device_id = due.device_id
        left join device on device.id = due.device_id
        left join own on own.org_id = device.org_id
        left join offline_limit_of_model of_model on of_model.model_id = device.model_id),
  back as (
    delete from device_offline offline using judged
      where offline.device_id = judged.device_id and judged.is_back),
  looked as (
    update device_offline offline set is_overdue = coalesce(judged.due_at <= now(), false),
        due_at = case when judged.due_at > now() then judged.due_at end
      from judged where offline.device_id = judged.device_id and not judged.is_back)
  select count(*)::integer as looked from due`

interface Limit {
  readonly kind: 'ORGANIZATION' | 'MODEL' | 'ALL'
  readonly id: string
  /** None any more: null. */
  readonly minutes: number | null
}

/** Calls up the terminals of whatever says another limit than it did; noted once that is done. */
async function followLimits(pool: pg.Pool): Promise<void> {
  const { rows: changed } = await pool.query<Limit>(`select kind, id, current.minutes
    from offline_limit_now current full join offline_limit_known known using (kind, id)
    where current.minutes is distinct from known.minutes`)
  if (changed.length === 0) return
  await callUp(pool, changed)
  await pool.query(noteLimitsSql, [JSON.stringify(changed)])
}

const noteLimitsSql = `with changed as (
    select * from jsonb_to_recordset($1::jsonb) as changed (kind text, id uuid, minutes integer)),
  gone as (
    delete from offline_limit_known known using changed
      where known.kind = changed.kind and known.id = changed.id and changed.minutes is null)
  insert into offline_limit_known (kind, id, minutes)
    select kind, id, minutes from changed where minutes is not null
    on conflict (kind, id) do update set minutes = excluded.minutes`

/** In the order of their keys, so that each statement holds few and none is met twice. */
async function callUp(pool: pg.Pool, changed: readonly Limit[]): Promise<void> {
  const idsOf = (kind: Limit['kind']) =>
    changed.filter((limit) => limit.kind === kind).map(({ id }) => id)
  const whom = [idsOf('ALL').length > 0, idsOf('ORGANIZATION'), idsOf('MODEL')]
  let last: string | null = '00000000-0000-0000-0000-000000000000'
  while (last !== null) {
    const { rows }: pg.QueryResult<{ last: string }> = await pool.query(callUpSql, [last, ...whom])
    last = rows[0]?.last ?? null
  }
}

const callUpSql = `with piece as materialized (
    select device_id, org_id, model_id from device_offline where device_id > $1
      order by device_id limit ${calledAtOnce} for update),
  called as (
    update device_offline offline set due_at = now() from piece where offline.device_id = piece.device_id
      and ($2::boolean or piece.org_id = any($3::uuid[]) or piece.model_id = any($4::uuid[])))
  select device_id as last from piece order by 1 desc limit 1`

/** Commands of more than a day are counted no more. */
export async function leaveDay(pool: pg.Pool): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const { rowCount } = await pool.query(leaveDaySql)
    if ((rowCount ?? 0) < lookedAtOnce) break
  }
}

const leaveDaySql = `update push_item item set counted_org = null, counted_model = null
  where item.id = any(array(select id from push_item
    where counted_org is not null and created_at <= now() - interval '24 hours'
    order by created_at limit ${lookedAtOnce} for update skip locked))`
