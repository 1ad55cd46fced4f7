import type { EstateSizes, Runner } from './sizes.ts'

/** Terminals of a plan: waves of a third each. */
const perPlan = 100
const waves = 3

/** An id of a moment. */
const at = (moment: string) =>
  `overlay(uuid7()::text placing left(uuid7_from(${moment})::text, 13) from 1 for 13)::uuid`

const versionsSql = `with made as (
    insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id, release_notes, state, created_at, updated_at)
      select root.id, 'Image ' || number, (array['FIRMWARE', 'OS', 'RESOURCE'])[1 + number % 3], model.vendor_id, array[model.id],
        '3.0.' || number, file.id, 'x', (array['ONLINE', 'ONLINE', 'OFFLINE', 'PENDING'])[1 + number % 4], now() - number * interval '1 hour', now() - number * interval '1 hour'
      from generate_series(1, $1::integer) number join organization root on root.parent_id is null
        join model on model.code = 'model-' || 1 + number % $2::integer
        join upload file on file.name = 'package-' || number || '.zip'
    returning id)
  insert into upgrade_version_review (upgrade_version_id, before, after, at)
    select id, 'PENDING', 'ONLINE', now() from made`

const castPlanSql = `insert into plan (name, org_id, version_ids, kinds, targets, waves, state, wave, parts, started_at, ended_at, created_at, updated_at, created_by)
    select 'Plan ' || number, place.id, array[version.id], array['FIRMWARE'], '{"sns": ["SN1-00000001"]}',
      '[{"successPercent": 90, "errorPercent": 10, "soakMinutes": 0}]',
      case when number % 20 = 0 then 'PAUSED' else (array['FINISHED', 'STOPPED', 'EXPIRED', 'DRAFT'])[1 + number % 4] end, ${waves}, ${waves},
      made.at, case when number % 20 <> 0 then made.at + interval '1 day' end, made.at, made.at, actor.id
    from generate_series(1, $1::integer) number
      join organization place on place.code = 'place-' || 1 + number % $2::integer
      join (select row_number() over (order by id) as nth, id from upgrade_version) version on version.nth = 1 + number % (select count(*) from upgrade_version)
      join cast_user actor on actor.place = number % (select count(*) from cast_user)
      cross join lateral (select now() - ($1::integer - number) * interval '3 hours' as at) made;
  `

const castSql = `create temporary table cast_plan as select row_number() over (order by created_at) as nth, id, org_id, state, created_at, ended_at, created_by from plan;
  create temporary table cast_item as
    select ${at('plan.created_at')} as id, plan.nth, plan.id as plan_id, plan.org_id, plan.created_at, plan.created_by, plan.ended_at, seat,
      1 + seat % ${waves} as wave, device.id as device_id, device.org_id as device_org, device.model_id,
      (array['SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'EXPIRED'])[1 + (seat + plan.nth) % 5] as state
    from cast_plan plan cross join generate_series(0, ${perPlan - 1}) seat
      join cast_terminal device on device.place = (plan.nth * 37 + seat * 11) % (select count(*) from cast_terminal);
  create index on cast_item (plan_id, wave); analyze cast_plan, cast_item`

const wavesSql = `insert into plan_wave (plan_id, wave, state, size, success_percent, error_percent, soak_minutes, started_at, ended_at)
  select id, wave, case when state = 'PAUSED' and wave = ${waves} then 'RUNNING' else 'PASSED' end, ${Math.round(perPlan / waves)}, 90, 10, 0, created_at, created_at + interval '1 hour'
  from cast_plan cross join generate_series(1, ${waves}) wave`

const pushesSql = `create temporary table cast_push as
    select uuid7() as push_id, id as plan_id, wave, org_id, created_at, created_by, ended_at, nth from cast_plan cross join generate_series(1, ${waves}) wave;
  insert into push (id, task_no, kind, title, args, org_id, state, targets, size, expires_at, expanded_at, created_at, created_by, ended_at, updated_at)
    select push_id, 'UP' || nth || '-' || wave, 'UPGRADE', 'Plan ' || nth, '{}', org_id,
      case when ended_at is null then 'RUNNING' else 'FINISHED' end, '{}', ${Math.round(perPlan / waves)}, created_at + interval '9 days', created_at, created_at,
      created_by, ended_at, created_at from cast_push;
  insert into plan_push (push_id, plan_id, wave, part, place, is_last, purpose)
    select push_id, plan_id, wave, wave, 1, true, 'FORTH' from cast_push;
  analyze cast_push`

const itemsSql = `insert into push_item (id, push_id, device_id, cmd, state, step, code, created_at, ended_at, proved_at, expires_at, at_org, at_model, bytes)
  select item.id, given.push_id, item.device_id, 'UPGRADE', item.state, 'DONE', case when item.state = 'FAILED' then 'I20' || item.seat % 5 end,
    item.created_at, item.created_at + interval '1 hour', case when item.state = 'SUCCESS' then item.created_at end,
    item.created_at + interval '9 days', item.device_org, item.model_id, 1000000
  from cast_item item join cast_push given on given.plan_id = item.plan_id and given.wave = item.wave`

const tallySql = `insert into push_tally (push_id, state, step, slot, count)
  select push_id, state, '', 0, count(*) from push_item where push_id is not null and cmd = 'UPGRADE' group by 1, 2`

const targetsSql = `insert into plan_target (plan_id, device_id, wave, part, before, outcome)
  select plan_id, device_id, wave, wave, '2.4.1', case when state = 'SUCCESS' then 'CONFIRMED' end from cast_item on conflict do nothing`

const checksSql = `insert into plan_check (plan_id, device_id, push_id, wave, since)
  select item.plan_id, item.device_id, given.push_id, item.wave, now() from cast_item item
    join cast_push given on given.plan_id = item.plan_id and given.wave = item.wave
  where item.ended_at is null and item.state = 'SUCCESS' on conflict do nothing`

const claimsSql = `insert into plan_claim (device_id, kind, plan_id)
  select device_id, 'FIRMWARE', plan_id from cast_item where ended_at is null on conflict do nothing`

const curveSql = `insert into plan_curve (plan_id, at, succeeded, failed)
  select id, created_at + step * interval '1 minute', step * 10, step from cast_plan cross join generate_series(1, 6) step`

const figuresSql = `insert into plan_stat (plan_id, measure, value, count)
  select item.plan_id, 'MODEL', item.model_id::text, count(*) from cast_item item where item.state = 'FAILED' group by 1, 3
  union all select plan_id, 'SECONDS', '', 90 from cast_item group by 1`

const practiceSql = `with made as (
    insert into plan_practice (plan_id, plan_said, state, principal, size, total, ended_at)
      select id, '', 'DONE', '{}', ${perPlan}, ${perPlan}, now() from cast_plan where nth % 4 = 0 returning id, plan_id)
  insert into plan_practice_result (practice_id, device_id, wave, state, attempt)
    select distinct on (made.id, item.device_id) made.id, item.device_id, item.wave, item.state, 1 from made join cast_item item on item.plan_id = made.plan_id`

/** Other tasks to many terminals, ended and open, each with some terminals. */
const tasksSql = `insert into push (task_no, kind, title, args, org_id, state, targets, size, expires_at, expanded_at, created_at, created_by, ended_at, updated_at)
  select 'TK' || number, case when number % 2 = 0 then 'APP_INSTALL' else 'REBOOT' end, 'Task ' || number, '{}', actor.org_id,
    (array['FINISHED', 'PARTIAL', 'STOPPED', 'EXPIRED'])[1 + number % 4], '{}', 1, made.at + interval '9 days', made.at, made.at, actor.id,
    made.at + interval '1 hour', made.at
  from generate_series(1, $1::integer) number
    join cast_user actor on actor.place = number % (select count(*) from cast_user)
    cross join lateral (select now() - ($1::integer - number) * interval '20 minutes' as at) made`

const taskItemsSql = `insert into push_item (id, push_id, device_id, cmd, state, code, created_at, ended_at, expires_at)
  select ${at('push.created_at')}, push.id, device.id, push.kind,
    (array['SUCCESS', 'SUCCESS', 'FAILED', 'EXPIRED'])[1 + (device.place + seat) % 4], case when (device.place + seat) % 4 = 2 then 'A20' || device.place % 5 end,
    push.created_at, push.created_at + interval '1 hour', push.created_at + interval '9 days'
  from push cross join generate_series(0, 2) seat
    join cast_terminal device on device.place = (abs(hashtext(push.task_no)) + seat * 17) % (select count(*) from cast_terminal)
  where push.kind <> 'UPGRADE' and push.task_no ^@ 'TK'`

const taskTallySql = `insert into push_tally (push_id, state, step, slot, count)
  select push_id, state, '', 0, count(*) from push_item where push_id is not null and cmd <> 'UPGRADE' group by 1, 2 on conflict do nothing`

const codesSql = `insert into push_code (push_id, code, slot, count)
  select push_id, code, 0, count(*) from push_item where push_id is not null and code is not null group by 1, 2 on conflict do nothing`

const reportsSql = `insert into push_report (id, item_id, message_id, state, reported_at, received_at, outcome)
  select ${at('created_at')}, id, id::text, state, created_at, created_at, 'APPLIED' from push_item where push_id is not null`

const resultsSql = `insert into command_result (item_id, device_id, document, reported_at)
  select id, device_id, '{}', created_at from push_item where push_id is not null and state = 'SUCCESS'`

const quiet = [
  'push',
  'push_item',
  'push_report',
  'command_result',
  'plan',
  'plan_push',
  'plan_wave',
  'upgrade_version',
]

/** Versions, plans in waves and what came of them, and other tasks to many. After the history, whose terminals it takes. */
export async function fillUpgrades(db: Runner, sizes: EstateSizes): Promise<void> {
  const { tasks, models, organizations, files } = sizes
  for (const table of quiet) await db.query(`alter table ${table} disable trigger user`)
  await db.query(versionsSql, [Math.min(files, 200), models])
  await db.query(castPlanSql, [Math.max(200, Math.round(tasks / 50)), organizations - 1])
  await db.query(castSql)
  for (const text of [
    wavesSql,
    pushesSql,
    itemsSql,
    tallySql,
    targetsSql,
    checksSql,
    claimsSql,
    curveSql,
    figuresSql,
    practiceSql,
  ])
    await db.query(text)
  await db.query(tasksSql, [Math.round(tasks / 5)])
  for (const text of [taskItemsSql, taskTallySql, codesSql, reportsSql, resultsSql])
    await db.query(text)
  for (const table of quiet) await db.query(`alter table ${table} enable trigger user`)
}
