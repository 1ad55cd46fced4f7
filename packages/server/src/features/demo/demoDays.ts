import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { chance, everyDay } from './demoMonth.ts'

type Db = Kysely<DB>

/**
 * What a month did to the demo's terminals: what they complained of and got over, a few that were suspended
 * for a day, and where they were. Rules judge nothing of it: the alarms come with it, nearly all of them over.
 */
export async function makeDemoDays(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await addTrouble(trx)
    await addAlarms(trx)
    await addLoneAlarms(trx)
    await tellEnds(trx)
    await forgetSignals(trx)
    await addMoves(trx)
    await addStays(trx)
    await addTrips(trx)
    await addRounds(trx)
  })
}

interface Trouble {
  readonly code: string
  /** How many of a thousand terminals have it on a day. */
  readonly ofThousand: number
  readonly minutes: number
  readonly data: object
}

const troubles: readonly Trouble[] = [
  { code: 'BATTERY_LOW', ofThousand: 25, minutes: 70, data: { percent: 12 } },
  { code: 'STORAGE_LOW', ofThousand: 3, minutes: 300, data: { freeMb: 180 } },
  { code: 'PAPER_OUT', ofThousand: 30, minutes: 40, data: {} },
  { code: 'PRINTER_ERROR', ofThousand: 12, minutes: 25, data: {} },
  { code: 'CLOCK_SKEWED', ofThousand: 2, minutes: 15, data: { seconds: 420 } },
  { code: 'APP_CRASHED', ofThousand: 8, minutes: 0, data: { package: 'com.example.pay' } },
  { code: 'SIM_CHANGED', ofThousand: 2, minutes: 0, data: {} },
]

async function addTrouble(db: Db): Promise<void> {
  await sql`insert into device_event (device_id, sn, org_id, vendor_id, model_id, code, source, is_over, data, happened_at, at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, told.code, 'DEVICE', ended.is_over,
      told.data, ended.at, ended.at
    from jsonb_to_recordset(${JSON.stringify(troubles)}::jsonb)
        as told (code text, "ofThousand" integer, minutes integer, data jsonb)
      cross join lateral (select device.*, day from ${everyDay}
        and (('x' || left(md5(device.sn || day::date || told.code), 7))::bit(28)::integer / 268435456.0) * 1000
          < told."ofThousand") as device
      cross join lateral (select device.day + (8 + 9 * (('x' || left(md5(device.sn || told.code), 4))::bit(16)::integer
          / 65536.0)) * interval '1 hour' as at) as began
      cross join lateral (values (false, began.at), (true, began.at + told.minutes * interval '1 minute'))
        as ended (is_over, at)
    where told.minutes > 0 or not ended.is_over
    order by ended.at`.execute(db)
}

/** Which trouble raised an alarm of which kind. */
const raising = [
  { code: 'BATTERY_LOW', kind: 'BATTERY', severity: 'LOW' },
  { code: 'PAPER_OUT', kind: 'PAPER', severity: 'LOW' },
  { code: 'PRINTER_ERROR', kind: 'PAPER', severity: 'LOW' },
  { code: 'STORAGE_LOW', kind: 'STORAGE', severity: 'MEDIUM' },
  { code: 'CLOCK_SKEWED', kind: 'CLOCK_SKEW', severity: 'LOW' },
]

/** What has no end of its own: somebody closed its alarm after so many hours. */
const lone = [
  {
    code: 'APP_CRASHED',
    kind: 'APP_CRASHED',
    severity: 'MEDIUM',
    hours: 16,
    note: 'Started again',
  },
  {
    code: 'SIM_CHANGED',
    kind: 'SIM_CHANGED',
    severity: 'MEDIUM',
    hours: 5,
    note: 'Agreed with the shop',
  },
]

/** What an alarm keeps of the event that raised it. */
const dataOf = (event: string) =>
  sql`${sql.ref(event)}.data || jsonb_build_object('event', ${sql.ref(event)}.code, 'happenedAt', ${sql.ref(event)}.at)`

/** They ended with their trouble, and everybody was told of them then. */
async function addAlarms(db: Db): Promise<void> {
  await sql`insert into alarm (device_id, kind, severity, state, data, first_at, last_at, told_at, closed_at, close_cause,
      org_id, vendor_id, model_id)
    select began.device_id, told.kind, told.severity, 'CLOSED', ${dataOf('began')}, began.at, began.at, began.at, ended.at, 'ENDED',
      began.org_id, began.vendor_id, began.model_id
    from jsonb_to_recordset(${JSON.stringify(raising)}::jsonb) as told (code text, kind text, severity text)
      join device_event began on began.code = told.code and not began.is_over
      join device_event ended on ended.device_id = began.device_id and ended.code = began.code and ended.is_over
        and ended.at > began.at and ended.at < began.at + interval '12 hours'
    where began.at < date_trunc('day', now(), 'UTC')
    order by began.at`.execute(db)
}

/** Those of yesterday evening may be open still; everybody was told of them. */
async function addLoneAlarms(db: Db): Promise<void> {
  await sql`insert into alarm (device_id, kind, severity, state, subject, data, first_at, last_at, told_at, closed_at, close_cause,
      close_note, org_id, vendor_id, model_id)
    select came.device_id, told.kind, told.severity, case when over.at is null then 'OPEN' else 'CLOSED' end,
      coalesce(came.data ->> 'package', ''), ${dataOf('came')}, came.at, came.at, came.at, over.at,
      case when over.at is not null then 'HAND' end, case when over.at is not null then told.note end,
      came.org_id, came.vendor_id, came.model_id
    from jsonb_to_recordset(${JSON.stringify(lone)}::jsonb) as told (code text, kind text, severity text, hours integer, note text)
      join device_event came on came.code = told.code and came.at < date_trunc('day', now(), 'UTC')
      cross join lateral (select case when came.at + make_interval(hours => told.hours) < now()
        then came.at + make_interval(hours => told.hours) end as at) as over
    order by came.at`.execute(db)
}

/** That they were raised is in the log already. */
async function tellEnds(db: Db): Promise<void> {
  await sql`insert into device_event (device_id, sn, org_id, vendor_id, model_id, code, severity, is_over, source, data, ref_kind,
      ref_id, happened_at, at)
    select device.id, device.sn, alarm.org_id, alarm.vendor_id, alarm.model_id, 'ALARM_CLOSED', alarm.severity, true, 'PLATFORM',
      jsonb_strip_nulls(jsonb_build_object('kind', alarm.kind, 'cause', alarm.close_cause, 'note', alarm.close_note)),
      'ALARM', alarm.id, alarm.closed_at, alarm.closed_at
    from alarm join device on device.id = alarm.device_id where alarm.closed_at is not null order by alarm.closed_at`.execute(
    db,
  )
}

/** Each event calls for its judgement by rules, as of now: not these, whose alarms are there. */
async function forgetSignals(db: Db): Promise<void> {
  const kinds = [...raising, ...lone].map(({ kind }) => kind)
  await sql`delete from alarm_signal where kind = any(${kinds}::text[])`.execute(db)
}

/** Shops that were closed for a day; the log dates the entries back with all others. */
async function addMoves(db: Db): Promise<void> {
  await sql`insert into device_move (device_id, event, from_state, to_state, reason, at)
    select device.id, moved.event, moved.from_state, moved.to_state, moved.reason, day + moved.after
    from (select device.*, day from ${everyDay} and ${chance('closed')} < 0.002) as device
      cross join lateral (values ('SUSPEND', 'ACTIVE', 'SUSPENDED', 'The shop takes stock', interval '6 hours'),
        ('RESUME', 'SUSPENDED', 'ACTIVE', 'Open again', interval '30 hours'))
        as moved (event, from_state, to_state, reason, after)
    where day + interval '30 hours' < now()`.execute(db)
}

/** Metres north and east of a station, as degrees. */
const north = (metres: unknown) => sql`station.latitude + (${metres}) / 111320.0`
const east = (metres: unknown) =>
  sql`station.longitude + (${metres}) / (111320.0 * greatest(0.1, cosd(station.latitude)))`

/** Those that travel all day: the fence of their station is not for them. */
const travels = sql`right(device.sn, 6)::integer % 20 = 1`
const stands = sql`(station.latitude is not null)`

/** Tills say in the morning and in the evening that they are where they were. */
async function addStays(db: Db): Promise<void> {
  const drift = (purpose: string) => sql`(${chance(purpose)} - 0.5) * 40`
  await sql`insert into device_location (device_id, at, latitude, longitude, accuracy, source)
    select device.id, day + told.hour * interval '1 hour', ${north(drift('north'))}, ${east(drift('east'))}, 12, 'GPS'
    from (select device.*, day from ${everyDay}) as device join station on station.id = device.station_id
      cross join (values (6), (17)) as told (hour)
    where ${stands} and not ${travels}`.execute(db)
}

/** A few that were carried away for two hours, and the fence of their station that said so. */
async function addTrips(db: Db): Promise<void> {
  await sql`create temporary table demo_trip on commit drop as
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, station.latitude, station.longitude,
      station.fence is not null as is_fenced, day + (8 + 6 * ${chance('trip')}) * interval '1 hour' as began,
      360 * ${chance('bearing')} as bearing
    from (select device.*, day from ${everyDay} and ${chance('trip?')} < 0.004) as device
      join station on station.id = device.station_id
    where ${stands} and not ${travels}`.execute(db)
  await sql`insert into device_location (device_id, at, latitude, longitude, accuracy, source)
    select station.id, station.began + step * interval '10 minutes',
      ${north(sql`2400 * sind(step * 15) * cosd(station.bearing)`)},
      ${east(sql`2400 * sind(step * 15) * sind(station.bearing)`)}, 15, 'GPS'
    from demo_trip station cross join generate_series(0, 12) as step
    on conflict do nothing`.execute(db)
  await sql`insert into device_event (device_id, sn, org_id, vendor_id, model_id, code, source, happened_at, at)
    select trip.id, trip.sn, trip.org_id, trip.vendor_id, trip.model_id, told.code, 'PLATFORM', told.at, told.at
    from demo_trip trip cross join lateral (values ('FENCE_LEFT', trip.began + interval '25 minutes'),
      ('FENCE_ENTERED', trip.began + interval '125 minutes')) as told (code, at)
    where trip.is_fenced order by told.at`.execute(db)
}

/** Couriers: a round through their quarter every working day, with a stop each hour. */
async function addRounds(db: Db): Promise<void> {
  await sql`insert into device_fence_exemption (device_id) select id from device
    where batch_no = 'DEMO' and ${travels} on conflict do nothing`.execute(db)
  const angle = sql`(stop * 36 + 360 * ${chance('start')})`
  await sql`insert into device_location (device_id, at, latitude, longitude, accuracy, source)
    select device.id, day + (6 + stop) * interval '1 hour' + part * interval '10 minutes',
      ${north(sql`(1200 + 900 * ${chance('wide')}) * sind(${angle} + 9 * part) + 300 * sind(stop * 70)`)},
      ${east(sql`(1200 + 900 * ${chance('wide')}) * cosd(${angle} + 9 * part)`)}, 18, 'GPS'
    from (select device.*, day from ${everyDay}) as device join station on station.id = device.station_id
      cross join generate_series(0, 9) as stop cross join generate_series(0, 3) as part
    where ${stands} and ${travels} and extract(dow from day) <> 5`.execute(db)
}
