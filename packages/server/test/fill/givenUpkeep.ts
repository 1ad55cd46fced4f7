import { passwordPolicy } from '@muster/contract'
import { lately, long, ofSome, open, some } from './given.ts'

/** Nobody may do less than this giver of work. */
const everybody = `(select jsonb_build_object('kind', 'user', 'userId', id, 'userName', user_name, 'orgId', org_id,
    'isSuperAdmin', true, 'roleIds', '[]'::jsonb, 'permissions', '[]'::jsonb, 'scope', '{"all": true, "rules": []}'::jsonb)
  from app_user where is_super_admin order by id desc limit 1)`

const numbers = 'generate_series(1, 40) as number'

/** Rows of a log that lie before its oldest month. */
const events = (table: string, columns: string, told: string): string =>
  `insert into ${table} (device_id, sn, org_id, vendor_id, model_id, at, ${columns})
    ${ofSome(`id, sn, org_id, vendor_id, model_id, now() - interval '5 years', ${told}`)}`

const reports = `insert into report (name, path, wish, rhythm, weekday, month_day, clock, time_zone, org_id, next_at)
  select 'Report ' || number, '/admin/device/v1/device', '{}', 'DAILY', 1, 1, '07:00', 'UTC', root.id, ${lately}
  from generate_series(1, 5) as number join organization root on root.parent_id is null returning id`

/** Work for those who send, tell of what falls due, and forget what has served its time. */
export const givenUpkeep: Readonly<Record<string, readonly string[]>> = {
  // At their last share: the next one is a push of its own, which is counted over its terminals when it is given.
  'the course of releases': [
    `update org_apk_release set state = 'RUNNING', ended_at = null, percent = 100, principal = ${everybody}
      where ${some('org_apk_release', { where: `state <> 'STOPPED'`, count: 2 })}`,
  ],
  'practice of plans': [
    `insert into plan_practice (plan_id, plan_said, state, principal, beat_at)
      select id, 'x', 'RUNNING', '{}', ${long} from plan where ${some('plan')}`,
  ],
  'the check of versions': [
    `update upgrade_version set state = 'CHECKING', submitted_at = ${lately} where ${some('upgrade_version')}`,
  ],
  'the telling of alarms': [
    `update alarm set told_at = null, first_at = ${long} where ${some('alarm', { where: 'closed_at is null' })}`,
  ],
  'values of parameters': [
    `insert into param_due (device_id) select device_id from param_desired where until is null limit 40`,
    `insert into param_group_waiting (rule_id, key, is_broken)
      select rule_id, key, true from param_fact limit 10 on conflict do nothing`,
  ],
  'what comes into force': [
    `update param_assignment_rev set state = 'SCHEDULED', starts_at = ${lately}
      where (assignment_id, revision) in (select rev.assignment_id, max(rev.revision) from param_assignment_rev rev
        join param_assignment own on own.id = rev.assignment_id and own.level = 'DEVICE' group by 1 order by 1 limit 10)`,
  ],
  'what terminals should have': [
    `insert into param_due (device_id) select device_id from param_desired where until is null limit 40`,
  ],
  'the sending of mails': [
    `insert into mail_server (name, host, port, security, sender_address) values ('x', '127.0.0.1', 1, 'NONE', 'x@example.com')`,
    `update mail_log set state = 'QUEUED', expires_at = ${lately}, next_attempt_at = ${lately} where ${some('mail_log')}`,
    `update mail_log set state = 'QUEUED', expires_at = now() + interval '1 day', next_attempt_at = ${lately}
      where ${some('mail_log', { where: `state = 'SENT'`, count: 10 })}`,
  ],
  'the sending of webhooks': [
    `update api_client set callback_url = 'https://192.0.2.1/', events = '{device.online}' where ${some('api_client', { count: 1 })}`,
    `update webhook_delivery set state = 'QUEUED', next_attempt_at = ${lately}, expires_at = now() + interval '1 day'
      where client_id in (select id from api_client where callback_url is not null)`,
  ],
  'app.publish': [
    `update apk set state = 'SIGNED', publish_at = ${lately}
      where id in (select id from apk where version_code = 4 order by id limit 10)`,
  ],
  'client.stopFailing': [
    `update webhook_delivery set state = 'QUEUED', expires_at = ${lately} where ${some('webhook_delivery')}`,
    `update api_client set webhook_failing_since = ${long}, webhook_stopped_at = null where ${some('api_client')}`,
  ],
  'ddi.forget': [
    `insert into ddi_action (device_id, item_id, attempt, created_at) ${ofSome(`id, gen_random_uuid(), 1, ${long}`)}`,
  ],
  'delivery.forget': [
    `insert into download (item_id, device_id, org_id, token_hash, sha256, bytes, name, expires_at)
      ${ofSome(`gen_random_uuid(), id, org_id, sha256(sn::bytea), sha256(sn::bytea), 1, 'x', ${long}`)}`,
    `insert into download_slot (place_id, nth, lease_until) select gen_random_uuid(), number, ${long} from ${numbers}`,
  ],
  'developer.lateReviews': [
    `update developer set state = 'APPLIED', applied_at = ${long}, late_told_at = null where ${some('developer')}`,
  ],
  'link.forgetSessions': [
    `insert into device_session (id, device_id, connected_at) ${ofSome(`gen_random_uuid(), id, ${long}`)}`,
  ],
  'link.forgetEvents': [
    events(
      'device_event',
      'code, source, data, happened_at',
      `'LOST_CONTACT', 'DEVICE', '{}', ${long}`,
    ),
    events('device_app_event', 'package, kind', `'com.bench.app1', 'REMOVED'`),
  ],
  'push.forget': [
    `insert into push_item (id, device_id, cmd, state, created_at, ended_at, expires_at)
      select overlay(gen_random_uuid()::text placing left(uuid7_from(${long})::text, 18) from 1 for 18)::uuid,
        id, 'REBOOT', 'SUCCESS', ${long}, ${long}, ${long} from device where ${some('device')}`,
    `insert into push (id, task_no, kind, title, args, org_id, state, targets, created_at, ended_at)
      select overlay(gen_random_uuid()::text placing left(uuid7_from(${long})::text, 18) from 1 for 18)::uuid,
        'old ' || number, 'REBOOT', 'x', '{}', root.id, 'FINISHED', '{}', ${long}, ${long}
      from ${numbers} join organization root on root.parent_id is null`,
  ],
  'handed.forget': [
    `update handed_file set created_at = ${long}, keep_until = null
      where ${some('handed_file', { key: 'item_id', where: `state = 'STORED'` })}`,
  ],
  'trace.forget': [`update log_trace set ended_at = ${long} where ${some('log_trace')}`],
  'command.forgetResults': [
    `update command_result set reported_at = ${long} where ${some('command_result', { key: 'item_id' })}`,
  ],
  'device.repairTampered': [
    `insert into parameter (key, group_code, value_type, value) values ('repair.tamper.open', 'device', 'bool', 'true')
      on conflict (key) do update set value = 'true'`,
    `update alarm set kind = 'TAMPER' where id in (select alarm.id from alarm join device on device.id = alarm.device_id
      where alarm.closed_at is null and device.lifecycle = 'ACTIVE'
        and not exists (select from repair where repair.device_id = device.id)
        and not exists (select from alarm other where other.device_id = device.id and other.kind = 'TAMPER') limit 40)`,
  ],
  'log.retention': [`update sign_in_log set at = ${long} where ${some('sign_in_log')}`],
  'mqtt.forgetTrail': [
    `insert into mqtt_log (id, at, direction, sn, type, path, qos, retain, size, result, node)
      ${ofSome(`gen_random_uuid(), ${long}, 'UP', sn, 'beat', 'beat', 1, false, 1, 'STORED', 'x'`)}`,
  ],
  'stat.away': [
    `update device_offline set due_at = ${lately}, away_due_at = ${lately} where ${some('device_offline', { key: 'device_id' })}`,
  ],
  'stat.apps': [
    `insert into counted_package (package) values ('com.bench.app3') on conflict (package) do update set placed_at = null`,
    `update device_app set org_id = null, model_id = null where package = 'com.bench.app3'
      and device_id in (select device_id from device_app where package = 'com.bench.app3' order by 1 limit 40)`,
  ],
  'reaches.forget': [
    `insert into reach (scope) select jsonb_build_object('all', false, 'rules', jsonb_build_array(number)) from ${numbers}`,
  ],
  'imports.expire': [
    `with runs as (select task_id from import_run order by task_id desc limit 5),
      old as (update async_task set ended_at = ${long} from runs where async_task.id = runs.task_id)
      insert into import_row (task_id, number, key, cells, state)
        select task_id, 1000 + number, 'old', '{}', 'REFUSED' from runs cross join ${numbers}`,
  ],
  'upgrade.silent': [
    open(
      `cmd = 'UPGRADE', state = 'RUNNING', step = 'REBOOTING', restarting_at = ${long},
        expires_at = now() + interval '1 day', ask_at = null, next_publish_at = null`,
      false,
    ),
  ],
  'password.expiry': [
    `insert into setting (path, value, version) values ('${passwordPolicy.save.path}', '{"expireDays": 90}', 1)
      on conflict (path) do update set value = setting.value || excluded.value`,
    `update app_user set password_changed_at = now() - interval '88 days', expiry_told = null where ${some('app_user')}`,
  ],
  'vendor.certificates': [
    `insert into vendor_certificate (vendor_id, cert_no, expires_on)
      select vendor.id, 'X ' || vendor.code, current_date from vendor where vendor.deleted_at is null limit 40`,
  ],
  'report.send': [
    `with made as (${reports})
      insert into report_reader (report_id, user_id) select made.id, reader.id from made
        cross join (select id from app_user order by id desc limit 2) reader`,
  ],
  'report.forget': [
    `with made as (${reports}) insert into report_run (report_id, user_id, at, from_at, to_at, state)
      select report.id, reader.id, ${long}, ${long}, ${long}, 'SENT' from made report
        cross join (select id from app_user order by id limit 10) reader`,
  ],
}
