import { gzipSync } from 'node:zlib'
import type { EstateSizes, Runner } from './sizes.ts'

const partsSql = `insert into device_part (device_id, kind, value, org_id, model_id)
  select id, 'OS', '1' || place % 9, org_id, model_id from cast_terminal where lifecycle = 'ACTIVE'`
const partsToldSql = `insert into estate_change (measure, value, org_id, model_id, delta)
  select kind, value, org_id, model_id, count(*) from device_part group by 1, 2, 3, 4`

/** What passed the gateways in the last hours. */
const messagesSql = `insert into mqtt_log (id, at, direction, sn, type, path, qos, retain, size, result, node, correlation_id)
  select gen_random_uuid(), at, (array['UP', 'DOWN'])[1 + number % 2], device.sn, (array['beat', 'task', 'event'])[1 + number % 3], 'beat', 1, false, 90,
    case when number % 50 = 0 then 'REFUSED' else (array['STORED', 'DELIVERED'])[1 + number % 2] end, 'gateway-1', 'c' || number / 3
  from generate_series(1, $1::integer) number join cast_terminal device on device.place = abs(hashint4(number)) % (select count(*) from cast_terminal)
    cross join lateral (select now() - ($1::integer - number) * (interval '6 hours' / $1::integer) as at) made`

const tracksSql = `insert into device_location (device_id, at, latitude, longitude, source)
  select device.id, now() - ($1::integer - number) * (interval '20 days' / $1::integer), 33 + number % 90 / 90.0, 44 + number % 90 / 90.0, 'GPS'
  from generate_series(1, $1::integer) number join cast_terminal device on device.place = abs(hashint4(number)) % (select count(*) from cast_terminal)`

const toldSql = `
  insert into device_snapshot (device_id, kind, document, reported_at) select id, 'DEVICE', '{}', now() from cast_terminal where lifecycle = 'ACTIVE';
  insert into accessory (realm_id, kind, sn, device_id, since, changed_at) select org_id, 'PIN_PAD', 'PP' || sn, id, now(), now() from cast_terminal where lifecycle = 'ACTIVE' and place % 2 = 0;
  insert into device_key_report (device_id, told_at, said_at) select id, now(), now() from cast_terminal where lifecycle = 'ACTIVE';
  insert into device_key (device_id, slot, type, kcv, expires_at, state, changed_at) select id, '1', 'TPK', '0A1B2C', now() + interval '2 years', 'OK', now() from cast_terminal where lifecycle = 'ACTIVE' and place % 2 = 0;
  insert into device_payment (device_id, total, taken, hour, count) select id, 100, 100, date_trunc('hour', now()), 2 from cast_terminal where lifecycle = 'ACTIVE';
  insert into device_inventory (device_id, hash, reported_at, changed_at) select id, 'x', now(), now() from cast_terminal where lifecycle = 'ACTIVE';
  insert into device_lock (device_id, state, since) select id, 'LOCKED', now() from cast_terminal where place % 50 = 0;
  insert into device_mismatch (device_id, features, since) select id, '{x}', now() from cast_terminal where place % 50 = 1;
  insert into device_security (device_id, kind) select id, 'ROOTED' from cast_terminal where place % 50 = 3`

const movesSql = `insert into device_move (device_id, event, from_state, to_state, at)
  select id, 'ACTIVATE', 'ASSIGNED', 'ACTIVE', now() - place * interval '1 minute' from cast_terminal`

const tracesSql = `insert into log_trace (trace_no, device_id, sn, org_id, vendor_id, model_id, kinds, level, mode, max_minutes, max_mb, reason, state,
    created_at, created_by, ended_at)
  select 'TR' || number, device.id, device.sn, device.org_id, device.vendor_id, device.model_id, '{SYSTEM}', 'INFO', 'LIVE', 10, 5, 'Why ' || number, 'STOPPED', at, actor.id, at
  from generate_series(1, $1::integer) number join cast_terminal device on device.place = abs(hashint4(number)) % (select count(*) from cast_terminal)
    join cast_user actor on actor.place = number % (select count(*) from cast_user)
    cross join lateral (select now() - ($1::integer - number) * interval '30 minutes' as at) made`

/** A line, as a terminal packs it. */
const packed = gzipSync('I/Pay(1): 12:00:00 a line of its log\n').toString('hex')

/** Traces whose file is not made yet. */
const chunksSql = `insert into log_trace_chunk (trace_id, seq, data, lines, bytes)
  select id, seq, decode('${packed}', 'hex'), 10, 900 from (select id from log_trace order by id desc limit 40) trace cross join generate_series(1, 10) seq`

/** Files that terminals have handed in for tasks. */
const handedSql = `insert into handed_file (item_id, device_id, kind, state, name, bytes, sha256, received, token_hash, expires_at, created_at, stored_at, org_id, keep_until)
  select item.id, item.device_id, case when place % 5 = 0 then 'SCREENSHOT' else 'LOG' end, 'STORED', 'log.gz', 10, sha256(item.id::text::bytea), 10,
    sha256(('token ' || item.id)::bytea), item.created_at + interval '1 day', item.created_at, item.created_at, device.org_id, now() + interval '20 days'
  from (select id, device_id, created_at, row_number() over (order by id) as place from push_item where push_id is not null and cmd = 'REBOOT') item
    join device on device.id = item.device_id`

const itemsSql = `update push_item set cmd = case place % 5 when 0 then 'SCREENSHOT' else 'LOG_PULL' end
  from (select item_id, row_number() over (order by item_id) as place from handed_file) file where file.item_id = push_item.id`

const rulesSql = `with made as (
    insert into log_rule (name, org_id, condition, types, created_at, updated_at)
      select 'Rule ' || number, root.id, 'CRASH', '{SYSTEM}', now(), now() from generate_series(1, 5) number join organization root on root.parent_id is null returning id)
  insert into log_rule_fired (rule_id, device_id, at)
    select made.id, device.id, now() - device.place * interval '1 minute' from made join cast_terminal device on device.place % 20 = 0`

const failuresSql = `insert into login_failure (minute, cause, org_id, model_id, count)
  select date_trunc('minute', now()) - number * interval '10 minutes', (array['BAD_SECRET', 'UNKNOWN_SN', 'BANNED'])[1 + number % 3], place.id, null, 3
  from generate_series(1, $1::integer) number join organization place on place.code = 'place-' || 1 + number % 100`

const examplesSql = `insert into login_failure_example (id, at, cause, name, ip)
  select uuid7(), now() - number * interval '1 minute', 'BAD_SECRET', 'SN' || number, '10.0.0.1' from generate_series(1, 2000) number`

/** Days of terminals that came often. */
const daysSql = `insert into login_day (day, device_id, org_id, model_id, connects)
  select current_date - day, id, org_id, model_id, 1 + place % 40 from cast_terminal cross join generate_series(0, 3) day where place % 4 = 0`

const bansSql = `insert into login_ban (kind, value, reason) select 'SN', sn, 'x' from cast_terminal where place % 50 = 2`

/** Parts of terminals, and connections as they are counted beside their log. */
export async function fillParts(db: Runner, { requests }: EstateSizes): Promise<void> {
  await db.query('alter table device_part disable trigger user')
  await db.query(partsSql)
  await db.query('alter table device_part enable trigger user')
  await db.query(partsToldSql)
  await db.query(failuresSql, [requests])
  for (const text of [examplesSql, daysSql]) await db.query(text)
}

/** What terminals have said and what was recorded of them, beside the logs of thirteen months. */
export async function fillDeviceLogs(db: Runner, { events, requests }: EstateSizes): Promise<void> {
  await db.query(messagesSql, [events])
  await db.query(tracksSql, [events])
  await db.query('alter table device_payment disable trigger user')
  await db.query('alter table device_inventory disable trigger user')
  await db.query(toldSql)
  for (const table of ['device_payment', 'device_inventory'])
    await db.query(`alter table ${table} enable trigger user`)
  await db.query('alter table device_move disable trigger user')
  await db.query(movesSql)
  await db.query('alter table device_move enable trigger user')
  await db.query(tracesSql, [requests])
  await db.query(chunksSql)
  await db.query(handedSql)
  await db.query('alter table push_item disable trigger user')
  await db.query(itemsSql)
  await db.query('alter table push_item enable trigger user')
  await db.query(rulesSql)
  await db.query(bansSql)
}
