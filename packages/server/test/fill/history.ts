import type { EstateSizes, Runner } from './sizes.ts'

/** Applications that terminals have, five each. */
const appCount = 20
const appsEach = 5

const months = 13
const days = 390

const parents = ['device_event', 'device_app_event', 'device_app_use', 'device_session'] as const
type Log = (typeof parents)[number]

/** Room for the months that there would be, had the logs been written when their rows say. */
const partSql = `
  do $$ declare parent text; begin
    foreach parent in array array['${parents.join("', '")}'] loop
      if exists (select from pg_inherits where inhrelid = (parent || '_before')::regclass) then
        execute format('alter table %I detach partition %I', parent, parent || '_before');
      end if;
    end loop;
  end $$`
/** What was written before its month had room, as on the first day of one, goes where it belongs. */
const straySql = `
  do $$ declare parent text; told text; moment text; begin
    foreach parent in array array['${parents.join("', '")}'] loop
      select string_agg(quote_ident(attname), ', ') filter (where attgenerated = ''),
          max(quote_ident(attname)) filter (where attnum = any((select partattrs from pg_partitioned_table
            where partrelid = parent::regclass)::smallint[]))
        into told, moment from pg_attribute where attrelid = parent::regclass and attnum > 0 and not attisdropped;
      execute format('with stray as (delete from %I where %s >= (date_trunc(''month'', now() at time zone ''UTC'')
          - interval ''${months} months'') at time zone ''UTC'' returning %s) insert into %I (%s) select %s from stray',
        parent || '_before', moment, told, parent, told, told);
    end loop;
  end $$`
const joinSql = `
  do $$ declare parent text; begin
    foreach parent in array array['${parents.join("', '")}'] loop
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, parent || '_before',
        (date_trunc('month', now() at time zone 'UTC') - interval '${months} months')::text || '+00');
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
    org_id, model_id, is_active, is_online)
  select device.id, 'com.bench.app' || 1 + (device.place + app.nth * 4) % ${appCount}, told.code, '1.' || told.code,
    (array['PUSH', 'PUSH', 'STORE', 'SIDE_LOADED'])[1 + abs(hashint4(device.place::integer + app.nth)) % 4], now(),
    case when device.place % 50 <> 0 then now() - device.place % 5 * interval '1 day' end, device.org_id, device.model_id, true,
    exists (select from device_online online where online.device_id = device.id)
  from cast_terminal device cross join generate_series(0, ${appsEach - 1}) as app (nth)
    cross join lateral (select 1 + abs(hashint4(device.place::integer * 7 + app.nth)) % 6 as code) as told
  where device.lifecycle = 'ACTIVE'`

const spreadSql = `insert into estate_change (measure, value, org_id, model_id, delta)
  select spread.kind, spread.value, org_id, model_id, count(*)
  from device_app cross join lateral app_spread(package, version_code, source, is_active, is_online, last_used_at) as spread
  group by 1, 2, 3, 4`

/** Whoever works, by the place and model: neighbours are at the same place. The last organisation comes first. */
const seatsSql = `
  create temporary table if not exists cast_seat as
    select row_number() over (order by own.id <> (select id from organization where code ^@ 'place-' order by id desc limit 1),
        md5(own.code), device.model_id, device.sn) - 1 as seat, device.*
    from cast_terminal device join organization own on own.id = device.org_id where lifecycle = 'ACTIVE';
  create unique index if not exists cast_seat_seat on cast_seat (seat);
  analyze cast_seat`

/** Terminals of a place that go through the same within moments. */
const together = 40
const chance = (number: string) => `(hashint4(${number}) & 2147483647)`
const seats = '(select count(*) from cast_seat)'
const span = 'generate_series($1::integer, $2::integer) as number'
const anybody = `${span} join cast_seat device on device.seat = ${chance('number')} % ${seats}`
const neighbours = `${span} join cast_seat device
  on device.seat = (${chance(`number / ${together}`)}::bigint * ${together} + number % ${together}) % ${seats}`
const moment = `$3::timestamptz + make_interval(secs =>
  (number - $1) * extract(epoch from $4::timestamptz - $3::timestamptz)::float / ($2 - $1 + 1))`

const eventsSql = `(device_id, sn, org_id, vendor_id, model_id, created_by, code, source, data, happened_at, at)
  select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
    (array['ACTIVATED', 'SIM_CHANGED', 'APP_UPDATED', 'PARAM_APPLIED', 'FIRMWARE_CHANGED', 'ALARM_RAISED', 'LOST_CONTACT',
      'FENCE_LEFT'])[1 + number % 8], 'DEVICE', '{}', ${moment}, ${moment} from ${anybody}`

/** A version that comes to a place comes to all of its terminals; one in six fails. */
const appEventsSql = `(device_id, package, kind, from_code, to_code, source, sn, org_id, vendor_id, model_id, created_by,
    trigger, code, at)
  select device.id, 'com.bench.app' || 1 + ${chance(`number / ${together}`)} % ${appCount},
    case when number % 6 = 4 then 'INSTALL_FAILED'
      else (array['INSTALLED', 'UPDATED', 'UPDATED', 'UPDATED', 'REMOVED'])[1 + ${chance(`number / ${together} + 1`)} % 5] end, 1,
    1 + number / ${together} % 6, 'PUSH', device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, 'TASK',
    case when number % 6 = 4 then 'A20' || number % 5 end, ${moment} from ${neighbours}`

/** The same terminals use the same applications each day: those that they have. */
const usesSql = `(at, device_id, package, version_code, launches, minutes, kilobytes, crashes, anrs, told_at, sn, org_id,
    vendor_id, model_id, created_by)
  select day, device.id, 'com.bench.app' || 1 + (device.place + app.nth * 4) % ${appCount},
    1 + ${chance('device.place::integer * 7 + app.nth')} % 6, number % 90, number % 300, number % 9000,
    case when number % 50 = 0 then 1 else 0 end, 0, day + interval '1 day', device.sn, device.org_id, device.vendor_id,
    device.model_id, device.created_by
  from generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '1 day') as day
    cross join cast_seat device cross join generate_series(0, ${appsEach - 1}) as app (nth)
    cross join lateral (select ${chance(`(device.seat * 5 + app.nth + extract(epoch from day) / 86400 * 7919)::integer`)} as number) told
  where device.seat < $3::integer`

/** A line that fails takes all terminals of its place along. */
const sessionsSql = `(id, device_id, connected_at, disconnected_at, ip, reason, org_id, model_id, network)
  select gen_random_uuid(), device.id, ${moment}, ${moment} + number % 9000 * interval '1 second', '10.9.' || number % 200 || '.1',
    (array['disconnect', 'keepAlive', 'lost'])[1 + number / ${together} % 3], device.org_id, device.model_id, 'WIFI' from ${neighbours}`

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

/** A month of the logs, as far as it lies within them. */
interface Month {
  readonly name: string
  readonly whole: readonly [Date, Date]
  readonly from: Date
  readonly until: Date
}

const day = 86_400_000

function monthsUntil(now: Date): Month[] {
  const start = now.getTime() - days * day
  return Array.from({ length: months + 1 }, (_, nth) => {
    const [first, next] = [nth - months, nth - months + 1].map(
      (away) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away, 1)),
    ) as [Date, Date]
    return {
      name: first.toISOString().slice(0, 7).replace('-', '_'),
      whole: [first, next],
      from: new Date(Math.max(first.getTime(), start)),
      until: new Date(Math.min(next.getTime(), now.getTime())),
    }
  })
}

/** Rows by their number, of so many over all: the later ones are the newer ones. */
const numbered = (rows: number, { from, until }: Month, now: Date): unknown[] => {
  const [first, last] = [from, until].map((moment) =>
    Math.floor(rows * (1 - (now.getTime() - moment.getTime()) / (days * day))),
  ) as [number, number]
  return [first + 1, last, from, until]
}
/** As many terminals as tell of so many days in all. */
const told = (rows: number, { from, until }: Month): unknown[] => [
  new Date(Math.ceil(from.getTime() / day) * day),
  until,
  Math.max(1, Math.round(rows / days / appsEach)),
]

interface Told {
  readonly log: Log
  readonly text: string
  /** Of ten rows of all logs. */
  readonly share: number
  readonly values: typeof numbered
}
const logs: readonly Told[] = [
  { log: 'device_event', text: eventsSql, share: 3, values: numbered },
  { log: 'device_app_event', text: appEventsSql, share: 1, values: numbered },
  { log: 'device_app_use', text: usesSql, share: 4, values: told },
  { log: 'device_session', text: sessionsSql, share: 2, values: numbered },
]

/** What terminals have installed. Needs one connection. */
export async function fillInstalled(db: Runner): Promise<void> {
  await db.query(castTerminalsSql)
  await db.query(appsSql)
  await db.query(quiet('device_app', 'disable'))
  await db.query(installedSql)
  await db.query(quiet('device_app', 'enable'))
  await db.query(spreadSql)
}

/**
 * Thirteen months of the logs with their figures, month by month: what was broken off goes on with the month behind.
 * Needs one connection.
 */
export async function fillHistory(db: Runner, { events }: EstateSizes): Promise<void> {
  const now = new Date()
  await db.query(castTerminalsSql)
  await db.query(seatsSql)
  await db.query(partSql)
  for (const log of parents) await db.query(quiet(log, 'disable'))
  for (const month of monthsUntil(now)) {
    await db.query('begin')
    if (await fillMonth(db, month, { events, now })) {
      for (const text of Object.values(factsSql)) await db.query(text, [...month.whole])
    }
    await db.query('commit')
    await db.query('select fold_stat_changes(), fold_login_changes()')
  }
  await db.query(straySql)
  for (const log of parents) await db.query(quiet(log, 'enable'))
  await db.query(joinSql)
}

const exists = async (db: Runner, table: string): Promise<boolean> =>
  (await db.query('select where to_regclass($1) is not null', [table])).rowCount === 1

const isFilled = async (db: Runner, table: string): Promise<boolean> =>
  (await db.query(`select from ${table} limit 1`)).rowCount === 1

/** A month by itself has no index to be kept until it becomes one of its log; false: it is there. */
async function fillMonth(
  db: Runner,
  month: Month,
  { events, now }: { readonly events: number; readonly now: Date },
): Promise<boolean> {
  const isCurrent = month.until.getTime() === now.getTime()
  // The month that it is has room from the beginning: whoever goes on finds its rows.
  if (isCurrent && (await isFilled(db, `device_app_use_${month.name}`))) return false
  for (const { log, text, share, values } of logs) {
    const table = `${log}_${month.name}`
    if (!isCurrent && (await exists(db, table))) return false
    if (!isCurrent)
      await db.query(`create table ${table} (like ${log} including defaults including generated)`)
    await db.query(`insert into ${table} ${text}`, values((events * share) / 10, month, now))
    const [from, until] = month.whole
    if (!isCurrent)
      await db.query(
        `alter table ${log} attach partition ${table} for values from ('${from.toISOString()}') to ('${until.toISOString()}')`,
      )
  }
  return true
}
