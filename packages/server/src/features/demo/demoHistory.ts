import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

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
    await sql`update device set created_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days})`.execute(
      trx,
    )
    await addSessions(trx)
    await addCurve(trx)
    await addService(trx)
  })
}

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
          now(), interval '1 day') as day),
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
    insert into device_session (id, device_id, connected_at, disconnected_at, reason)
    select gen_random_uuid(), id, opens, least(closes, date_trunc('minute', now())),
      case when closes < date_trunc('minute', now()) then reason else 'serverLost' end
    from parts where opens < date_trunc('minute', now())`.execute(db)
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
 * The same terminals were in service all that time: they become active only now, when they come, so that as
 * many are taken away again at this hour.
 */
async function addService(db: Db): Promise<void> {
  await sql`insert into stat_change (at, org_id, model_id, measure, value, delta)
    select told.at, served.org_id, served.model_id, 'LIFE', 'ACTIVE', served.count * told.sign
    from (select org_id, model_id, count(*) as count from device
        where lifecycle = 'ASSIGNED' and exists (select from device_session session where session.device_id = device.id)
        group by 1, 2) as served
      cross join (values (date_trunc('day', now(), 'UTC') - make_interval(days => ${days}), 1),
        (date_trunc('hour', now(), 'UTC'), -1)) as told (at, sign)`.execute(db)
  await sql`update estate_counted set at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days})
    where pace = 'FACTS'`.execute(db)
}
