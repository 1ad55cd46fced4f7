import { lately, long, ofSome, open, some } from './given.ts'
import { givenUpkeep } from './givenUpkeep.ts'

const node = `'00000000-0000-7000-8000-000000000153'`

/**
 * What whoever runs by itself has to do, by his name: he is planned over it. The rest finds something
 * in a filled estate.
 */
export const givenWork: Readonly<Record<string, readonly string[]>> = {
  ...givenUpkeep,
  'the sweep of missed beats': [
    `update device_watch set due_at = ${lately} where ${some('device_watch', { key: 'device_id' })}`,
  ],
  'the sweep of dead gateways': [
    `insert into gateway_node (id, beat_at) values (${node}, ${long})`,
    `update device_online set node_id = ${node} where ${some('device_online', { key: 'device_id' })}`,
  ],
  'the end of commands': [open(`state = 'QUEUED', expires_at = ${lately}`)],
  'the end of commands in silence': [open(`state = 'RUNNING', expires_at = ${long}`)],
  'the asking for silent commands': [
    open(`state = 'RUNNING', ask_at = ${lately}, expires_at = now() + interval '1 hour'`),
  ],
  'the sending of what is due': [
    open(`state = 'QUEUED', next_publish_at = ${lately}, expires_at = now() + interval '1 hour'`),
  ],
  'the parking of what cannot be sent': [
    open(
      `state = 'QUEUED', next_publish_at = ${lately}, expires_at = now() + interval '1 hour'`,
      false,
    ),
  ],
  'the taking of messages to terminals': [
    `insert into outbox (kind, key, payload) ${ofSome(`'device', sn, '{"path": "cmd"}'`)}`,
  ],
  'the depth of the outbox': [
    `insert into outbox (kind, key, payload) ${ofSome(`'device', sn, '{}'`)}`,
  ],
  'the folding of counts': [
    `update device set lifecycle = 'ASSIGNED' where ${some('device', { where: `lifecycle = 'ACTIVE'` })}`,
    `update device set org_id = (select id from organization where parent_id is null)
      where id = any(array(select device_id from device_classification order by device_id limit 40))`,
  ],
  'the look for lost tasks': [
    `update async_task set state = 'RUNNING', ended_at = null, lease_until = ${long}, attempts = 9
      where ${some('async_task')}`,
  ],
  'the taking of a task': [
    `update async_task set state = 'QUEUED', ended_at = null, run_at = ${lately}, attempts = 0,
      lease_until = null where ${some('async_task')}`,
  ],
  'the folding of sign-ins': [
    `insert into login_change (hour, org_id, model_id, measure, delta)
      ${ofSome(`date_trunc('hour', now()), org_id, model_id, 'CONNECT', 1`)}`,
  ],
  'the folding of locations': [
    `update device_position set latitude = latitude + 0.5 where ${some('device_position', { key: 'device_id' })}`,
  ],
  'the dwell at fences': [
    `update device_fence set state = case state when 'INSIDE' then 'OUTSIDE' else 'INSIDE' end,
      turning_since = ${long}, turns_at = ${lately} where ${some('device_fence', { key: 'device_id' })}`,
  ],
  'the writing down of pushes': [
    `update push_item set ended_at = null, state = 'QUEUED' where id in (select item.id from push_item item
      join push on push.id = item.push_id where push.state = 'STOPPED' and push.ended_at is null order by 1 limit 40)`,
  ],
  'the end of pushes': [
    `insert into push_look (push_id) select id from push where state = 'RUNNING' on conflict do nothing`,
  ],
  'the settling of locks': [
    `update device_lock set state = 'LOCKING' where ${some('device_lock', { key: 'device_id' })}`,
  ],
  'the end of traces': [
    `update log_trace set state = 'STREAMING', started_at = ${long}, ended_at = null
      where ${some('log_trace', { count: 10 })}`,
  ],
  'the membership of groups and labels': [
    `update device set name = 'Till 4' where ${some('device')}`,
  ],
  'the keys that models demand': [
    `insert into device_key_due (device_id) ${ofSome('id')}`,
    `update model set key_slots = '[{"slot": "1", "type": "TPK"}]' where ${some('model', { count: 1 })}`,
  ],
  'the compliance of terminals': [
    `insert into org_apk_left (org_apk_id, device_id)
      select org_apk_id, device_id from org_apk_stand limit 40 on conflict do nothing`,
  ],
  'the judging of alarms': [
    `insert into alarm_signal (device_id, kind, act) ${ofSome(`id, 'BATTERY', 'RAISE'`)}`,
  ],
  'the end of muting': [
    `insert into alarm_mute (device_id, kind, until, reason, muted_at)
      select device_id, kind, ${lately}, 'x', now() from alarm where closed_at is null limit 40 on conflict do nothing`,
  ],
  'the pulling of logs by rules': [
    `insert into log_signal (device_id, condition, detail) ${ofSome(`id, 'APP_CRASH', 'x'`)}`,
  ],
  'the bringing of values': [
    `update param_desired set due_at = ${lately}, state = 'WAITING' where (device_id, app_id, revision) in
      (select device_id, app_id, revision from param_desired where until is null limit 40)`,
  ],
  'alarm.forget': [
    `update alarm set first_at = ${long}, last_at = ${long}, closed_at = ${long}
      where ${some('alarm', { where: `state = 'CLOSED'` })}`,
  ],
  'app.reports': [
    `insert into package_report (sha256, facts, judged_at)
      select sha256(number::text::bytea), '{}', ${long} from generate_series(1, 40) as number`,
  ],
  'client.forget': [
    `insert into api_client_minute (client_id, minute, calls) select client_id, ${long}, 1
      from (select distinct client_id from api_client_minute limit 20) as own on conflict do nothing`,
  ],
  'link.forget': [
    `insert into device_nonce (device_id, nonce, expires_at) ${ofSome(`id, 'x', ${long}`)}`,
  ],
  'device.applyExpiry': [
    `update device_apply set state = 'SUBMITTED', expires_at = ${lately} where ${some('device_apply')}`,
  ],
  'device.modelKnocks': [
    `insert into model_knock (sn, org_id, vendor_code, model_code, first_at, at)
      ${ofSome(`sn, org_id, 'v', 'm', ${long}, ${long}`)}`,
  ],
  'device.repairSla': [
    `update repair set due_at = ${lately}, breached_at = null, closed_at = null, state = 'REQUESTED'
      where ${some('repair')}`,
  ],
  'uploads.expire': [
    `update upload set state = 'REJECTED', created_at = ${long}, unused_since = ${long} where ${some('upload')}`,
  ],
  'log.seal': [
    `insert into action_log (at, method, path, permission, target_ids, code, duration_ms, user_name, request_id)
      select now(), 'POST', '/admin/x', 'public', '{}', 200, 1, 'user-17', 'x' from generate_series(1, 40)`,
  ],
  'log.newNames': [
    `insert into action_name_new (name) select 'name ' || number from generate_series(1, 40) as number`,
  ],
  'clientError.forget': [`update client_error set at = ${long} where ${some('client_error')}`],
  'mail.forget': [`update mail_log set at = ${long} where ${some('mail_log')}`],
  'notice.forget': [`update notice set created_at = ${long} where ${some('notice')}`],
  'params.forget': [
    `update param_refusal set reported_at = ${long}
      where ctid = any (array(select ctid from param_refusal limit 40))`,
  ],
  'login.forget': [
    `insert into login_day (day, device_id, org_id, model_id, connects)
      ${ofSome(`current_date - 5, id, org_id, model_id, 2`)}`,
  ],
  'upkeep.purge': [
    `update session set expires_at = ${long} where ${some('session')}`,
    `update known_device set last_used_at = ${long} where ctid = any (array(select ctid from known_device limit 40))`,
  ],
  'upkeep.recycleBins': [
    `update vendor_document set deleted_at = ${long} where ${some('vendor_document')}`,
    `update station set deleted_at = ${long} where ${some('station')}`,
    `update device set deleted_at = ${long} where ${some('device', { where: 'deleted_at is null' })}`,
  ],
  'server.forgetNodes': [
    `insert into health_probe (name, at) select 'probe ' || number, ${long} from generate_series(1, 40) as number`,
  ],
  'files.expire': [`update file_task set expires_at = ${lately} where ${some('file_task')}`],
  'signIn.locks': [
    `update app_user set locked_until = now() + interval '1 hour', lock_told_at = null where ${some('app_user')}`,
  ],
}

/** Why some write nothing however large the estate is. */
const withoutWork: Readonly<Record<string, readonly string[]>> = {
  'it answers one count, and writes nothing': ['the depth of the outbox'],
  'it makes and drops whole tables, and no row': [
    'link.sessionPartitions',
    'mqtt.trailDays',
    'upkeep.actionLogPartitions',
  ],
  'it tells one block of the log outside, where an installation names somebody': [
    'log.anchors',
    'log.anchorMails',
  ],
  'it looks at certificates of access points, of which there are few, over the network': [
    'server.certificates',
  ],
}

/** Who has nothing to do in any estate, or nothing that is a row. */
export const idle: ReadonlySet<string> = new Set(Object.values(withoutWork).flat())
