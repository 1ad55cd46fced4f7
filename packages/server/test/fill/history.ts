import type { EstateSizes, Runner } from './sizes.ts'

/** Applications that terminals have, five each. */
const appCount = 20

/** Rows that one statement adds. */
const slice = 1_000_000

const months = 13

/** Partitions of the months that there would be, had the logs been written when their rows say. */
const monthsSql = `
  do $$ declare parent text; month timestamp; first timestamp := date_trunc('month', now() at time zone 'UTC'); rest text; begin
    foreach parent in array array['device_event', 'device_app_event', 'device_app_use', 'device_session'] loop
      rest := (select part.relname from pg_inherits join pg_class part on part.oid = inhrelid
        where inhparent = parent::regclass and part.relname !~ '_[0-9]{4}_[0-9]{2}$');
      execute format('alter table %I detach partition %I', parent, rest);
      for back in 1 .. ${months} loop
        month := first - back * interval '1 month';
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          parent || to_char(month, '_YYYY_MM'), parent, month::text || '+00', (month + interval '1 month')::text || '+00');
      end loop;
      if rest like '%rest' then
        execute format('alter table %I attach partition %I default', parent, rest);
      else
        execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
          parent, rest, (first - interval '${months} months')::text || '+00');
      end if;
    end loop;
  end $$`

/** Terminals by number, as they are: for this connection, whose later steps take them too. */
export const castTerminalsSql = `
  create temporary table if not exists cast_terminal as
    select row_number() over (order by sn) - 1 as place, id, sn, org_id, vendor_id, model_id, created_by, lifecycle from device;
  create unique index if not exists cast_terminal_place on cast_terminal (place);
  analyze cast_terminal`

const appsSql = `insert into app (org_id, name, package, app_type, os_kind, visibility)
  select place.id, 'Application ' || number, 'com.bench.app' || number, 'NORMAL', 'ANDROID', 'PUBLIC'
  from generate_series(1, ${appCount}) as number join organization place on place.parent_id is null`

/** What triggers would make of each row is written in one statement below. */
const quiet = (table: string, how: 'disable' | 'enable') =>
  `alter table ${table} ${how} trigger user`

const installedSql = `insert into device_app (device_id, package, version_code, version_name, source, seen_at, last_used_at,
    org_id, model_id)
  select device.id, 'com.bench.app' || 1 + (device.place + app.nth * 4) % ${appCount}, told.code, '1.' || told.code,
    (array['PUSH', 'PUSH', 'STORE', 'SIDE_LOADED'])[1 + abs(hashint4(device.place::integer + app.nth)) % 4], now(),
    case when device.place % 50 <> 0 then now() - device.place % 5 * interval '1 day' end, device.org_id, device.model_id
  from cast_terminal device cross join generate_series(0, 4) as app (nth)
    cross join lateral (select 1 + abs(hashint4(device.place::integer * 7 + app.nth)) % 6 as code) as told
  where device.lifecycle = 'ACTIVE'`

const spreadSql = `insert into estate_change (measure, value, org_id, model_id, delta)
  select spread.kind, spread.value, org_id, model_id, count(*)
  from device_app cross join lateral app_spread(package, version_code, source) as spread group by 1, 2, 3, 4`

const span = `generate_series($1::integer, $2::integer) as number
  join cast_terminal device on device.place = abs(hashint4(number)) % (select count(*) from cast_terminal)`
/** A moment within thirteen months; the later rows are the newer ones. */
const moment = `now() - ($3::integer - number) * (interval '390 days' / $3::integer)`

const eventsSql = `insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, data, happened_at, at)
  select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
    (array['ACTIVATED', 'SIM_CHANGED', 'APP_UPDATED', 'PARAM_APPLIED', 'FIRMWARE_CHANGED', 'ALARM_RAISED', 'LOST_CONTACT',
      'FENCE_LEFT'])[1 + number % 8], 'DEVICE', '{}', ${moment}, ${moment} from ${span}`

const appEventsSql = `insert into device_app_event (device_id, package, kind, from_code, to_code, source, sn, org_id, vendor_id,
    model_id, created_by, trigger, code, at)
  select device.id, 'com.bench.app' || 1 + number % ${appCount},
    (array['INSTALLED', 'UPDATED', 'UPDATED', 'UPDATED', 'INSTALL_FAILED', 'REMOVED'])[1 + abs(hashint4(number + 1)) % 6], 1,
    1 + number % 6, 'PUSH', device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, 'TASK',
    case when abs(hashint4(number + 1)) % 6 = 4 then 'A20' || number % 5 end, ${moment} from ${span}`

const usesSql = `insert into device_app_use (at, device_id, package, version_code, launches, minutes, kilobytes, crashes, anrs,
    told_at, sn, org_id, vendor_id, model_id, created_by)
  select date_trunc('day', ${moment}, 'UTC'), device.id, 'com.bench.app' || 1 + number % ${appCount}, 1, number % 90, number % 300,
    number % 9000, case when number % 50 = 0 then 1 else 0 end, 0, ${moment}, device.sn, device.org_id, device.vendor_id,
    device.model_id, device.created_by from ${span} on conflict do nothing`

const sessionsSql = `insert into device_session (id, device_id, connected_at, disconnected_at, ip, reason, org_id, model_id, network)
  select gen_random_uuid(), device.id, ${moment}, ${moment} + number % 9000 * interval '1 second', '10.9.' || number % 200 || '.1',
    (array['disconnect', 'keepAlive', 'lost'])[1 + number % 3], device.org_id, device.model_id, 'WIFI' from ${span}`

/** What was written of a log within a slice, added up as its triggers would have. */
const factsSql = {
  device_app_event: `insert into stat_change (at, org_id, model_id, measure, value, delta)
    select date_trunc('hour', event.at, 'UTC'), org_id, model_id, told.measure, told.value, count(*)
    from device_app_event event cross join lateral app_measures(event) told
    where event.at >= $1 and event.at < $2 group by 1, 2, 3, 4, 5`,
  device_app_use: `insert into app_use_change (at, org_id, model_id, package, days, active, launches, minutes, kilobytes,
      crashes, anrs, hours)
    select used.at, org_id, model_id, package, sum(told.days), sum(told.active), sum(told.launches), sum(told.minutes),
      sum(told.kilobytes), sum(told.crashes), sum(told.anrs), sum_each(told.hours)
    from device_app_use used cross join lateral use_counts(used, 1) told
    where used.at >= $1 and used.at < $2 group by 1, 2, 3, 4`,
  device_session: `insert into login_change (hour, org_id, model_id, measure, delta)
    select date_trunc('hour', connected_at, 'UTC'), org_id, model_id, told.measure, count(*)
    from device_session session cross join lateral (values ('CONNECT'), (reason)) as told (measure)
    where connected_at >= $1 and connected_at < $2 and org_id is not null and told.measure is not null group by 1, 2, 3, 4`,
} as const

/** Shares of the logs, of ten. */
const logs = [
  ['device_event', eventsSql, 3],
  ['device_app_event', appEventsSql, 1],
  ['device_app_use', usesSql, 4],
  ['device_session', sessionsSql, 2],
] as const

/** What terminals have installed, and thirteen months of their logs with the figures of those. Needs one connection. */
export async function fillHistory(db: Runner, { events }: EstateSizes): Promise<void> {
  await db.query(monthsSql)
  await db.query(castTerminalsSql)
  await db.query(appsSql)
  await db.query(quiet('device_app', 'disable'))
  await db.query(installedSql)
  await db.query(quiet('device_app', 'enable'))
  await db.query(spreadSql)
  for (const [table, text, share] of logs) {
    await db.query(quiet(table, 'disable'))
    await inSlices(db, text, Math.round((events * share) / 10))
    await db.query(quiet(table, 'enable'))
  }
  await addUp(db)
}

async function inSlices(db: Runner, text: string, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += slice)
    await db.query(text, [from, Math.min(from + slice - 1, rows), rows])
}

/** Month by month, so that no statement holds all of it. */
async function addUp(db: Runner): Promise<void> {
  const now = new Date()
  for (let back = months; back >= 0; back--) {
    const [from, until] = [back, back - 1].map(
      (away) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - away, 1)),
    )
    for (const text of Object.values(factsSql)) await db.query(text, [from, until])
    await db.query('select fold_stat_changes(), fold_login_changes()')
  }
}
