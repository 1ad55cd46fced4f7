import type { EstateSizes, Runner } from './sizes.ts'

const repairsSql = `with made as (
    insert into repair (device_id, state, fault, severity, description, created_at, updated_at, closed_at, assignee_id, due_at)
      select target.id, made.state, (array['SCREEN', 'BATTERY', 'PRINTER', 'OTHER'])[1 + number % 4],
        (array['LOW', 'MEDIUM', 'HIGH'])[1 + number % 3], 'Does not work ' || number, at, at,
        case when made.state = 'CLOSED' then at + interval '3 days' end, actor.id,
        case when made.state <> 'CLOSED' then now() + interval '3 days' end
      from generate_series(1, $1::integer) number
        join cast_terminal target on target.place = (number * 3) % (select count(*) from cast_terminal)
        join cast_user actor on actor.place = number % (select count(*) from cast_user)
        cross join lateral (select now() - ($1::integer - number) * interval '1 hour' as at,
          case when number % 4 < 3 then 'CLOSED' else (array['REPORTED', 'APPROVED', 'TRIAGED'])[1 + number % 3] end as state) made
      on conflict do nothing returning id, created_at, created_by)
  insert into repair_event (repair_id, kind, after, at) select id, 'STATE', 'REPORTED', created_at from made cross join generate_series(1, 2)`

const versionsSql = `insert into apk (app_id, version_code, version_name, file_id, state, track, release_notes, published_at, created_at, updated_at)
  select app.id, code, '1.' || code, file.id, case when code = 5 then 'ONLINE' else 'OFFLINE' end, 'PRODUCTION', 'x', now(), now() - code * interval '1 day', now()
  from app cross join generate_series(1, 5) code join upload file on file.name = 'package-' || code || '.zip'`

const policiesSql = `insert into org_apk (name, org_id, app_id, policy, version_rule, scope_kind, created_at, updated_at)
  select 'Policy ' || place.name || ' ' || app.name, place.id, app.id, (array['MANDATORY', 'ALLOWED', 'HIDDEN'])[1 + abs(hashtext(place.code)) % 3],
    'LATEST', 'SUBTREE', now(), now()
  from organization place join app on app.package = 'com.bench.app' || 1 + abs(hashtext(place.code)) % 20`

const policyFiguresSql = `insert into org_apk_compliance (org_apk_id, devices, compliant, missing, outdated, forbidden, counted_at)
  select id, 100, 60, 20, 20, 0, now() from org_apk`

const standsSql = `insert into org_apk_stand (device_id, app_id, org_apk_id, standing)
  select device.id, own.app_id, own.id, (array['OK', 'OK', 'MISSING', 'OUTDATED'])[1 + device.place % 4]
  from cast_terminal device join org_apk own on own.org_id = device.org_id where device.lifecycle = 'ACTIVE'`

const releasesSql = `insert into org_apk_release (org_apk_id, apk_id, state, percent, steps, success_percent, error_percent, min_results, started_at)
  select own.id, apk.id, case when abs(hashtext(own.id::text)) % 4 = 0 then 'STOPPED' else 'FULL' end, 100, '{10, 100}', 90, 10, 5, now()
  from org_apk own join apk on apk.app_id = own.app_id and apk.version_code = 5`

const storeSql = `insert into store_report (device_id, report_id, at)
  select id, 'r' || place, now() - place * interval '1 second' from cast_terminal`

const developersSql = `insert into developer (type, name, org_id, account_id, country, contact, email, state, applied_at, created_at, updated_at)
  select 'COMPANY', 'Developer ' || actor.place, actor.org_id, actor.id, 'IQ', 'Person', 'dev' || actor.place || '@example.com', 'APPROVED', now(),
    now() - actor.place * interval '1 hour', now() from cast_user actor where actor.place < $1::integer`

const downloadsSql = `with made as (
    insert into developer_download (title, kind, release, file_id, audience, publish_at)
      select 'SDK ' || number, 'SDK', '1.' || number, file.id, 'PUBLIC', now()
      from generate_series(1, 40) number join upload file on file.name = 'package-' || number || '.zip' returning id)
  insert into developer_download_day (download_id, day, way, count)
    select id, current_date - day, 'CONSOLE', 1 + day % 7 from made cross join generate_series(1, 60) day`

const documentsSql = `insert into vendor_document (vendor_id, name, kind, file_id, expires_on)
  select vendor.id, 'Document ' || number, 'CONTRACT', file.id, current_date + number
  from generate_series(1, 200) number join vendor on vendor.code = 'vendor-' || 1 + number % 8
    join upload file on file.name = 'package-' || number || '.zip'`

const referencesSql = `insert into file_reference (upload_id, used_by, used_id, name)
  select file_id, 'apk', id, version_name from apk
  union all select file_id, 'upgrade_version', id, version_name from upgrade_version
  union all select file_id, 'vendor_document', id, name from vendor_document`

/** A year of sessions and what else users keep. */
const sessionsSql = `insert into session (user_id, token_hash, created_at, last_used_at, expires_at, revoked_at)
  select actor.id, sha256(('session ' || number)::bytea), at, at, at + interval '12 hours', case when number % 3 = 0 then at + interval '1 hour' end
  from generate_series(1, $1::integer) number join cast_user actor on actor.place = number % (select count(*) from cast_user)
    cross join lateral (select now() - ($1::integer - number) * interval '1 minute' as at) made`

const keptSql = `
  insert into known_device (user_id, token_hash) select id, sha256(('browser ' || user_name)::bytea) from cast_user;
  insert into user_setting (user_id, key, value) select id, 'layout', '{}' from cast_user;
  insert into list_view (user_id, list, name, state) select id, 'devices', 'Mine', '{}' from cast_user`

const applicantsSql = `insert into platform_user (email, real_name, kind, state, created_at, updated_at)
  select 'applicant' || number || '@example.com', 'Applicant ' || number, 'MERCHANT', (array['PENDING_REVIEW', 'ACTIVE', 'REJECTED'])[1 + number % 3],
    now() - number * interval '1 hour', now() from generate_series(1, $1::integer) number`

const noticesSql = `insert into notice (user_id, severity, text_key, created_at, read_at)
  select actor.id, 'INFO', 'notice.alarm', at, case when number % 2 = 0 then at end
  from generate_series(1, $1::integer) number join cast_user actor on actor.place = number % (select count(*) from cast_user)
    cross join lateral (select now() - ($1::integer - number) * interval '1 minute' as at) made`

const mailsSql = `insert into mail_log (at, to_address, template, language, subject, html, state, expires_at, sent_at, org_id)
  select at, 'user-' || number % 2000 || '@example.com', 'alarm', 'en', 'Alarm ' || number, 'x', case when number % 40 = 0 then 'FAILED' else 'SENT' end,
    at + interval '1 day', at, actor.org_id
  from generate_series(1, $1::integer) number join cast_user actor on actor.place = number % (select count(*) from cast_user)
    cross join lateral (select now() - ($1::integer - number) * interval '1 minute' as at) made`

const errorsSql = `insert into client_error (short_id, at, user_id, user_name, session_id, org_id, route, message)
  select 'E' || number, now() - ($1::integer - number) * interval '10 minutes', actor.id, actor.user_name, gen_random_uuid(), actor.org_id, '/x', 'Failed ' || number
  from generate_series(1, $1::integer) number join cast_user actor on actor.place = number % (select count(*) from cast_user)`

const clientsSql = `with made as (
    insert into api_client (name, kind, org_id, created_at, updated_at)
      select 'Client ' || number, 'OPEN_API', place.id, now(), now()
      from generate_series(1, 60) number join organization place on place.code = 'place-' || number returning id),
  minutes as (insert into api_client_minute (client_id, minute, calls)
    select id, date_trunc('minute', now()) - nth * interval '1 minute', 3 from made cross join generate_series(1, 60) nth)
  insert into webhook_delivery (client_id, event, at, data, state, expires_at, sent_at)
    select made.id, 'device.online', now() - nth * interval '1 minute', '{}', 'SENT', now() + interval '1 day', now() from made cross join generate_series(1, 40) nth`

const importsSql = `with runs as (
    insert into import_run (task_id, path, mode, phase, format, rows)
      select id, '/admin/device/v1/device', 'ADD', 'DONE', 'csv', 20 from async_task where type = 'IMPORT' order by id limit 300 returning task_id),
  lines as (insert into import_row (task_id, number, key, cells, state)
    select task_id, nth, 'k' || nth, '{}', 'REFUSED' from runs cross join generate_series(1, 20) nth)
  insert into import_added (task_id, id, key) select task_id, gen_random_uuid(), 'k' || nth from runs cross join generate_series(1, 10) nth`

const taskItemsSql = `insert into async_task_item (task_id, number, key, message)
  select id, nth, 'k' || nth, 'task.failed' from async_task cross join generate_series(1, 2) nth where type = 'BATCH'`

/** What batches have changed. */
const batchChangedSql = `insert into batch_changed (task_id, id, version, name, undo)
  select id, gen_random_uuid(), 2, 'k' || nth,
    case when nth = 2 then '{"path": "/admin/device/v1/device/tags", "more": {"add": ["front"], "remove": []}}'::jsonb end
  from async_task cross join generate_series(1, 2) nth where type = 'BATCH'`

/** Repairs, versions and policies of applications, developers, and what users have gathered. */
export async function fillServices(db: Runner, sizes: EstateSizes): Promise<void> {
  const { terminals, users, signIns, actions } = sizes
  await db.query(repairsSql, [Math.round(terminals / 25)])
  for (const table of ['apk', 'org_apk', 'org_apk_release'])
    await db.query(`alter table ${table} disable trigger user`)
  for (const text of [versionsSql, policiesSql, policyFiguresSql, standsSql, releasesSql, storeSql])
    await db.query(text)
  for (const table of ['apk', 'org_apk', 'org_apk_release'])
    await db.query(`alter table ${table} enable trigger user`)
  await db.query(developersSql, [Math.round(users / 4)])
  for (const text of [downloadsSql, documentsSql, referencesSql]) await db.query(text)
  await db.query(sessionsSql, [signIns])
  await db.query(keptSql)
  await db.query(applicantsSql, [users])
  await db.query(noticesSql, [actions])
  await db.query(mailsSql, [signIns])
  await db.query(errorsSql, [Math.round(signIns / 5)])
  for (const text of [clientsSql, importsSql, taskItemsSql, batchChangedSql]) await db.query(text)
}
