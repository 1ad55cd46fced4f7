import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { makeDemoRuns } from './demoRuns.ts'

type Db = Kysely<DB>

const days = 30

/** A number from 0 to 1 that is the same at every start: of a terminal, a day and a purpose. */
const chance = (purpose: string) =>
  sql`(('x' || left(md5(device.sn || day::date || ${purpose}), 7))::bit(28)::integer / 268435456.0)`

/**
 * Thirty days in which the demo's terminals came and went, so that no chart begins today: tills from
 * morning to evening, every third terminal all day long, fewer on Fridays, a few lines that broke,
 * and one noon when the lines of a whole operator did. All of them are away when it ends: the
 * terminals themselves come then.
 */
export async function makeDemoHistory(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await putInService(trx)
    await makeDemoRuns(trx)
    await addSessions(trx)
    await addOddLogins(trx)
    await countLogins(trx)
    await addCurve(trx)
    await addService(trx)
    await addAreaDays(trx)
  })
}

/**
 * The estate grew over a year, faster of late: terminals were taken in and became active the same
 * day. One in forty waits in its box and becomes active only now. Those of whom stories are told
 * have been there for a while.
 */
async function putInService(db: Db): Promise<void> {
  const number = sql`right(device.sn, 6)::integer`
  const share = sql`(('x' || left(md5(device.sn || 'since'), 7))::bit(28)::integer / 268435456.0)`
  await sql`update device set created_at = date_trunc('day', now(), 'UTC') - make_interval(days => case
      when ${number} % 40 = 29 then 4
      when ${number} <= 24 or ${number} between 121 and 184 then 60 + floor(300 * ${share})::integer
      else 2 + floor(370 * power(${share}, 1.3))::integer end)`.execute(db)
  await sql`update device set lifecycle = 'ACTIVE',
      activated_at = created_at + interval '9 hours' + (right(sn, 3)::integer % 300) * interval '1 minute'
    where ${number} % 40 <> 29`.execute(db)
}

/** What a terminal's agent was when a part of its day began. */
const agentThen = sql`(select run.version from demo_run run where run.device_id = device.id
  and run.kind = 'AGENT' and run.since <= opens order by run.since desc limit 1)`

async function addSessions(db: Db): Promise<void> {
  await sql`with planned as (
      select device.id, organization.code as org, day, right(device.sn, 6)::integer % 3 = 0 as is_always,
        day + (7 + 2 * ${chance('opens')}) * interval '1 hour' as opens,
        day + (19 + 3 * ${chance('closes')}) * interval '1 hour' as closes,
        day + (11 + 3 * ${chance('breaks')}) * interval '1 hour' as breaks,
        ${chance('broken')} < 0.08 as is_broken,
        ${chance('away')} < case when extract(dow from day) = 5 then 0.45 else 0.04 end as is_away
      from device join organization on organization.id = device.org_id
        cross join generate_series(date_trunc('day', now(), 'UTC') - make_interval(days => ${days}),
          now(), interval '1 day') as day where device.activated_at < day),
    open as (
      select id, org, breaks, is_broken, day,
        case when is_always then day + (opens - day) / 4 else opens end as opens,
        case when is_always then day + interval '1 day' + (opens - day) / 4 - interval '40 seconds'
          else closes end as closes,
        case when is_always then 'keepAlive' else 'shutdown' end as reason
      from planned where is_always or not is_away),
    broken as (
      select id, opens, closes, reason,
        case when org = 'marsh' and day::date = now()::date - 9 then day + interval '12 hours'
          when is_broken then breaks end as breaks
      from open),
    parts as (
      select id, opens, least(coalesce(breaks, closes), closes) as closes,
        case when breaks < closes then 'network' else reason end as reason from broken
      union all select id, breaks + interval '35 minutes', closes, reason from broken
        where breaks + interval '35 minutes' < closes)
    insert into device_session (id, device_id, connected_at, disconnected_at, ip, protocol, network, node,
      org_id, model_id, agent_version, reason)
    select gen_random_uuid(), parts.id, opens, least(closes, date_trunc('minute', now())),
      '10.' || abs(hashtext(device.org_id::text)) % 200 || '.' || abs(hashtext(device.sn)) % 250 || '.7',
      case when right(device.sn, 6)::integer % 5 = 0 then 'WSS' else 'MQTTS' end,
      case when right(device.sn, 6)::integer % 4 = 0 then 'WIFI' else '4G' end, 'demo:1',
      device.org_id, device.model_id, ${agentThen},
      case when closes < date_trunc('minute', now()) then reason else 'serverLost' end
    from parts join device on device.id = parts.id where opens < date_trunc('minute', now())`.execute(
    db,
  )
}

/** A terminal with a loose aerial yesterday, two that fight for one identity, and strangers at the door. */
async function addOddLogins(db: Db): Promise<void> {
  await sql`insert into device_session (id, device_id, connected_at, disconnected_at, ip, protocol, network, node,
      org_id, model_id, agent_version, reason)
    select gen_random_uuid(), device.id, at, at + interval '3 minutes', '10.77.3.9', 'MQTTS', '4G', 'demo:1',
      device.org_id, device.model_id, device.agent_version, 'network'
    from (select * from device order by sn limit 1 offset 3) as device
      cross join generate_series(date_trunc('day', now(), 'UTC') - interval '17 hours',
        date_trunc('day', now(), 'UTC') - interval '14 hours', interval '6 minutes') as at`.execute(
    db,
  )
  await sql`insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, data, happened_at, at)
    select id, sn, org_id, vendor_id, model_id, created_by, 'CLONE_SUSPECTED', 'PLATFORM',
      '{"times": 4, "addresses": "10.20.1.7, 198.51.100.44"}', told.at, told.at
    from (select * from device order by sn limit 1 offset 11) as device
      cross join (values (now() - interval '1 day 5 hours')) as told (at)`.execute(db)
  await sql`insert into login_failure (minute, cause, count)
    select minute, cause, 1 + abs(hashtext(minute::text || cause)) % most
    from generate_series(date_trunc('hour', now(), 'UTC') - interval '6 days', now() - interval '1 hour', interval '1 hour')
        as minute cross join (values ('UNKNOWN_SN', 9), ('UNREADABLE', 3)) as told (cause, most)
    where abs(hashtext(cause || minute::text)) % 3 = 0`.execute(db)
  await sql`insert into login_failure (minute, cause, org_id, model_id, count)
    select date_trunc('minute', now()) - interval '20 hours', 'BAD_SECRET', org_id, model_id, 14
    from device order by sn limit 1`.execute(db)
  await sql`insert into login_failure_example (id, at, cause, name, ip, org_id, model_id, device_id)
    select uuid7(), now() - interval '20 hours', 'BAD_SECRET', sn, '198.51.100.44', org_id, model_id, id
      from (select * from device order by sn limit 1) as device
    union all select uuid7(), now() - interval '1 hour' * n, 'UNKNOWN_SN', 'TEST-' || 10000 + n, '203.0.113.' || n, null, null, null
      from generate_series(2, 6) as n`.execute(db)
}

/** The figures of all these connections, as those who store connections would have kept them. */
async function countLogins(db: Db): Promise<void> {
  await sql`insert into login_change (hour, org_id, model_id, measure, delta)
    select date_trunc('hour', connected_at, 'UTC'), org_id, model_id, told.measure, count(*)
    from device_session cross join lateral (values ('CONNECT'), (reason)) as told (measure)
    where told.measure is not null group by 1, 2, 3, 4`.execute(db)
  await sql`select fold_login_changes()`.execute(db)
  await sql`insert into login_day (day, device_id, org_id, model_id, connects)
    select (connected_at at time zone 'UTC')::date, device_id, org_id, (array_agg(model_id))[1], count(*)
    from device_session group by 1, 2, 3 having count(*) > 20`.execute(db)
}

/** The curve of who was online, of the same connections, as its worker would have kept it. */
async function addCurve(db: Db): Promise<void> {
  await sql`create temporary table demo_move on commit drop as
    select date_trunc('hour', at, 'UTC') as hour, device.org_id, device.model_id, sum(delta) as delta,
      sum(delta * extract(minute from at)) as missed
    from device_session session join device on device.id = session.device_id
      cross join lateral (values (session.connected_at, 1), (session.disconnected_at, -1)) as moved (at, delta)
    group by 1, 2, 3`.execute(db)
  await sql`insert into online_round (hour, rounds)
    select hour, least(60, extract(epoch from date_trunc('minute', now()) - hour) / 60)
    from generate_series((select min(hour) from demo_move), now(), interval '1 hour') as hour
    on conflict (hour) do update set rounds = excluded.rounds`.execute(db)
  await sql`insert into online_hour (hour, org_id, model_id, delta, missed)
    select hour, org_id, model_id, delta, missed from demo_move
    on conflict (hour, org_id, model_id) do update
      set delta = online_hour.delta + excluded.delta, missed = online_hour.missed + excluded.missed`.execute(
    db,
  )
  await sql`insert into online_hour_below (hour, place, delta, missed)
    select hour, above.id, sum(delta), sum(missed)
    from demo_move join organization own on own.id = demo_move.org_id
      join organization above on above.path @> own.path
    group by 1, 2
    on conflict (hour, place) do update
      set delta = online_hour_below.delta + excluded.delta, missed = online_hour_below.missed + excluded.missed`.execute(
    db,
  )
}

/**
 * The same terminals were in service all that time, or since they became active: written down only now, they
 * are counted at this hour, from which as many are taken away again.
 */
async function addService(db: Db): Promise<void> {
  await sql`insert into stat_change (at, org_id, model_id, measure, value, delta)
    select told.at, served.org_id, served.model_id, 'LIFE', 'ACTIVE', sum(told.sign)
    from device served cross join lateral (values (greatest(date_trunc('hour', served.activated_at, 'UTC'),
          date_trunc('day', now(), 'UTC') - make_interval(days => ${days})), 1),
        (date_trunc('hour', now(), 'UTC'), -1)) as told (at, sign)
    where served.lifecycle = 'ACTIVE' group by 1, 2, 3`.execute(db)
  await sql`update estate_counted set at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days})
    where pace = 'FACTS'`.execute(db)
}

/** Where terminals stood on each of the days: those online by their connections, and a few with troubles. */
async function addAreaDays(db: Db): Promise<void> {
  await sql`insert into stat_area_day (day, area_id, org_id, model_id, terminals, online, alarmed, failing, hours)
    select day::date, coalesce(station.area_id, nil_uuid()), device.org_id, device.model_id, count(*),
      coalesce(sum(met.share), 0), count(*) filter (where ${chance('alarmed')} < 0.04),
      count(*) filter (where ${chance('failing')} < 0.06), 24
    from device left join station on station.id = device.station_id
      cross join generate_series(date_trunc('day', now(), 'UTC') - make_interval(days => ${days}),
        now() - interval '1 day', interval '1 day') as day
      left join lateral (select sum(extract(epoch from least(disconnected_at, day + interval '1 day')
            - greatest(connected_at, day))) / 86400 as share
        from device_session session where session.device_id = device.id
          and connected_at < day + interval '1 day' and disconnected_at > day) as met on true
    where device.activated_at < day
    group by 1, 2, 3, 4`.execute(db)
}
