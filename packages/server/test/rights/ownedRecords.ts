import { type RawBuilder, sql } from 'kysely'
import { reachOf } from '../../src/access/reach.ts'
import type { TestApp } from '../testApp.ts'
import { addDevices, type Estate } from '../testEstate.ts'
import type { Kind } from './ownKinds.ts'

let made = 0
/** When the entries of the action log were written. */
export const madeAt = new Date().toISOString()

interface Wanted {
  readonly kind: Kind
  readonly orgId: string
  readonly isBinned: boolean
  /** Before all others in the order of names. */
  readonly isFirst: boolean
}

/** A new record of an organisation, past the rules of its routes; in the bin, or living. */
export async function makeRecord(
  { app, estate }: { app: TestApp; estate: Estate },
  { kind, orgId, isBinned, isFirst }: Wanted,
): Promise<string> {
  made += 1
  const code = `${isFirst ? '000-' : ''}made-${made}`
  if (kind === 'device') {
    const [id = ''] = await addDevices(app, estate, {
      orgId,
      prefix: `${isFirst ? '000' : ''}MADE${made}-`,
      count: 1,
      lifecycle: 'STOCK',
    })
    await sql`insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
      values (${id}, 33, 44, 'GPS', now(), now())`.execute(app.platform.db)
    if (isBinned)
      await sql`update device set deleted_at = now() where id = ${id}`.execute(app.platform.db)
    return id
  }
  const gone = isBinned ? sql`now()` : sql`null::timestamptz`
  const { rows } = await sql<{
    id: string
  }>`${inserts[kind]({ code, orgId, gone, isFirst })} returning id`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

interface Values {
  readonly code: string
  readonly orgId: string
  readonly gone: ReturnType<typeof sql>
  readonly isFirst: boolean
}

/** A white label; each organisation has one at most, so it comes with a new one below. */
const insertLabel = ({ code, orgId, gone }: Omit<Values, 'isFirst'>) =>
  sql`with place as (insert into organization (name, code, type, path, parent_id)
      values (${code}, ${code}, 'AGENT', '', ${orgId}) returning id)
    insert into customize (name, org_id, deleted_at) select ${code}, place.id, ${gone} from place`

/** A domain that a white label says is its own. */
const insertClaim = ({ code, orgId }: Pick<Values, 'code' | 'orgId'>) =>
  sql`with place as (insert into organization (name, code, type, path, parent_id)
      values (${code}, ${code}, 'AGENT', '', ${orgId}) returning id),
    label as (insert into customize (name, org_id) select ${code}, place.id from place returning id)
    insert into customize_domain (customize_id, domain, token)
    select label.id, ${`${code}.invalid`}, 'token' from label`

/** A version of an application of its own. */
const insertApk = ({ code, orgId, gone, isFirst }: Values) =>
  sql`with program as (insert into app (name, package, org_id, app_type, os_kind)
      values (${code}, ${`com.${code}`}, ${orgId}, 'NORMAL', 'ANDROID') returning id),
    file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      values (${code}, 'apk', 1, ${Buffer.alloc(32)}, 1, 'STORED', ${orgId}, ${creator}) returning id)
    insert into apk (app_id, version_code, version_name, file_id, release_notes, deleted_at)
    select program.id, ${isFirst ? 0 : 1}, '1.0', file.id, ${code}, ${gone} from program, file`

/** A version for upgrades of any model. */
const insertVersion = ({ code, orgId, gone }: Values) =>
  sql`with file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      values (${code}, 'firmware', 1, ${Buffer.alloc(32)}, 1, 'STORED', ${orgId}, ${creator}) returning id)
    insert into upgrade_version (name, version_name, org_id, kind, vendor_id, model_ids, file_id, release_notes, deleted_at)
    select ${code}, ${code}, ${orgId}, 'FIRMWARE', model.vendor_id, array[model.id], file.id, 'x', ${gone}
    from (select id, vendor_id from model limit 1) model, file`

/** What an upgrade says of itself. */
const ofUpgrade = JSON.stringify({
  upgrade: { part: 'FIRMWARE', version: '2.0' },
  opt: {},
  gate: {
    versionId: '00000000-0000-7000-8000-000000000002',
    modelIds: [],
    hardware: [],
    forbiddenFrom: [],
    minAgent: null,
    needs: [],
  },
})

const creator = sql`(select id from app_user where user_name = 'maker')`

/** The reach of work whose maker saw his own records alone. */
function reachAt(orgId: string) {
  const own = { isEverywhere: false, isOwn: true, places: [], vendorIds: [], modelIds: [] }
  return reachOf({ orgId, scope: { all: false, rules: [own] } })
}

/** A terminal that a record is about, as `made`. */
const terminalMade = ({ code, orgId }: Pick<Values, 'code' | 'orgId'>) =>
  sql`made as (insert into device (sn, model_id, vendor_id, org_id, lifecycle)
    select ${code}, model.id, model.vendor_id, ${orgId}, 'STOCK' from model limit 1 returning id, sn, org_id)`

/** A push that waits for approval: no worker touches it. */
const insertPush = (code: string, orgId: string, kind = 'SYNC') =>
  sql`insert into push (task_no, kind, title, args, org_id, state, targets, created_by)
    values (${code}, ${kind}, ${code}, '{}', ${orgId}, 'APPROVAL', '{"sns": ["NOBODY-1"]}', ${creator})`

const insertPushItem = ({ code, orgId }: Values, kind = 'SYNC') =>
  sql`with ${terminalMade({ code, orgId })},
      wish as (${insertPush(code, orgId, kind)} returning id)
      insert into push_item (push_id, device_id, cmd, state, expires_at)
      select wish.id, made.id, ${kind}, 'QUEUED', now() + interval '1 day' from wish, made`

/** A log that a terminal has handed in; its bytes are nowhere. */
const insertLog = ({ code, orgId }: Values) =>
  sql`with ${terminalMade({ code, orgId })},
      wish as (${insertPush(code, orgId, 'LOG_PULL')} returning id),
      stamp as materialized (select item_of(wish.id) as id from wish),
      file as (insert into handed_file (item_id, device_id, org_id, kind, state, name, bytes, sha256, token_hash,
          expires_at)
        select stamp.id, made.id, made.org_id, 'LOG', 'STORED', ${code}, 1, ${Buffer.alloc(32)},
          decode(md5(${code}), 'hex'), now() from stamp, made)
      insert into push_item (id, push_id, device_id, cmd, state, ended_at, expires_at)
      select stamp.id, wish.id, made.id, 'LOG_PULL', 'SUCCESS', now(), now() from stamp, wish, made`

const emptyTemplate = '{"files": [], "groups": [], "headers": [], "fields": [], "rules": []}'

/** How a record of each kind comes to be. */
const inserts: Readonly<Record<Exclude<Kind, 'device'>, (values: Values) => RawBuilder<unknown>>> =
  {
    enrolmentKey: ({ code, orgId }) =>
      sql`insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
      values (${orgId}, ${code}, now() + interval '1 day', 9)`,
    customize: insertLabel,
    customizeDomain: insertClaim,
    apply: ({ code, orgId }) =>
      sql`insert into device_apply (kind, org_id, from_org_id, to_org_id, quantity, reason, created_by)
      values ('TRANSFER', ${orgId}, ${orgId}, ${orgId}, 0, ${code}, ${creator})`,
    repair: ({ code, orgId }) =>
      sql`with ${terminalMade({ code, orgId })}
      insert into repair (device_id, fault, severity, description)
      select made.id, 'OTHER', 'LOW', ${code} from made`,
    report: ({ code, orgId }) =>
      sql`insert into report (name, path, wish, rhythm, weekday, month_day, clock, time_zone, org_id, next_at)
        values (${code}, '/admin/device/v1/device/page', '{"format": "csv"}', 'DAILY', 1, 1, '07:00', 'UTC',
          ${orgId}, now() + interval '1 day')`,
    loginBan: ({ code, orgId }) =>
      sql`with ${terminalMade({ code, orgId })}
      insert into login_ban (kind, value, reason, org_id, device_id)
      select 'SN', ${code}, ${code}, made.org_id, made.id from made`,
    push: ({ code, orgId }) => insertPush(code, orgId),
    pushItem: (values) => insertPushItem(values),
    taskTemplate: ({ code, orgId }) =>
      sql`insert into task_template (org_id, name, cmd, args, options)
        values (${orgId}, ${code}, 'SYNC', '{}', '{"retries":0,"needOnline":false,"notify":false,"priority":5}')`,
    upgradeVersion: insertVersion,
    logFile: insertLog,
    logRule: ({ code, orgId, gone }) =>
      sql`insert into log_rule (name, condition, types, org_id, deleted_at)
      values (${code}, 'CRASH', '{SYSTEM}', ${orgId}, ${gone})`,
    logTrace: ({ code, orgId }) =>
      sql`insert into log_trace (trace_no, sn, org_id, vendor_id, model_id, kinds, level, mode, max_minutes, max_mb,
          reason, state, ended_at, sha256, file_bytes)
        select ${code}, ${code}, ${orgId}, model.vendor_id, model.id, '{SYSTEM}', 'INFO', 'LIVE', 1, 1, ${code},
          'STOPPED', now(), ${Buffer.alloc(32)}, 1 from model limit 1`,
    upgradeItem: ({ code, orgId }) =>
      sql`with ${terminalMade({ code, orgId })},
      wish as (insert into push (task_no, kind, title, args, org_id, state, targets, created_by)
        values (${code}, 'UPGRADE', ${code}, ${ofUpgrade}, ${orgId}, 'APPROVAL', '{"sns": ["NOBODY-1"]}', ${creator}) returning id)
      insert into push_item (push_id, device_id, cmd, state, expires_at)
      select wish.id, made.id, 'UPGRADE', 'QUEUED', now() + interval '1 day' from wish, made`,
    appPush: ({ code, orgId }) => insertPush(code, orgId, 'APP_INSTALL'),
    appPushItem: (values) => insertPushItem(values, 'APP_INSTALL'),
    paramPush: ({ code, orgId }) => insertPush(code, orgId, 'PARAM'),
    paramPushItem: (values) => insertPushItem(values, 'PARAM'),
    // An organisation is halted once, so each halt is of a new one below.
    halt: ({ code, orgId }) =>
      sql`with place as (insert into organization (name, code, type, path, parent_id)
        values (${code}, ${code}, 'AGENT', '', ${orgId}) returning id),
      giver as (insert into app_user (user_name, real_name, org_id, password_hash)
        values (${code}, ${code}, ${orgId}, 'none') returning id)
      insert into push_halt (org_id, reason, created_by) select place.id, ${code}, giver.id from place, giver`,
    alarmRule: ({ code, orgId, gone }) =>
      sql`insert into alarm_rule (name, kind, severity, org_id, deleted_at)
      values (${code}, ${code}, 'LOW', ${orgId}, ${gone})`,
    alarm: ({ code, orgId }) =>
      sql`with made as (insert into device (sn, model_id, vendor_id, org_id, lifecycle)
        select ${code}, model.id, model.vendor_id, ${orgId}, 'STOCK' from model limit 1
        returning id, org_id, vendor_id, model_id)
      insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
      select made.id, 'BATTERY', 'LOW', made.org_id, made.vendor_id, made.model_id from made`,
    unclaimed: ({ code, orgId }) =>
      sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle)
      select ${code}, model.id, model.vendor_id, ${orgId}, 'UNCLAIMED' from model limit 1`,
    unknownModel: ({ code, orgId }) =>
      sql`insert into model_knock (sn, org_id, vendor_code, model_code)
      values (${code}, ${orgId}, ${code}, ${code})`,
    platformUser: ({ code }) =>
      sql`insert into platform_user (email, real_name, kind, state)
      values (${`${code}@example.org`}, ${code}, 'PARTNER', 'PENDING_REVIEW')`,
    organization: ({ code, orgId, gone }) =>
      sql`insert into organization (name, code, type, path, parent_id, deleted_at)
      values (${code}, ${code}, 'AGENT', '', ${orgId}, ${gone})`,
    station: ({ code, orgId, gone }) =>
      sql`with area as (insert into timezone_area (name, code, type) values (${code}, ${code}, 'zone') returning id)
      insert into station (name, code, type, org_id, area_id, address, contact, phone, deleted_at)
      select ${code}, ${code}, 'SHOP', ${orgId}, area.id, 'x', 'x', '123', ${gone} from area`,
    role: ({ code, orgId, gone }) =>
      sql`insert into role (code, name, org_id, deleted_at) values (${code}, ${code}, ${orgId}, ${gone})`,
    user: ({ code, orgId, gone }) =>
      sql`insert into app_user (user_name, real_name, email, password_hash, org_id, deleted_at)
      values (${code}, ${code}, ${`${code}@example.org`}, 'none', ${orgId}, ${gone})`,
    group: ({ code, orgId, gone }) =>
      sql`insert into device_group (name, org_id, type, max_members, deleted_at)
      values (${code}, ${orgId}, 'STATIC', 10, ${gone})`,
    developer: ({ code, orgId, gone }) =>
      sql`with account as (insert into app_user (user_name, real_name, email, password_hash, org_id)
        values (${code}, ${code}, ${`${code}@example.org`}, 'none', ${orgId}) returning id)
      insert into developer (type, name, org_id, account_id, country, contact, email, deleted_at)
      select 'COMPANY', ${code}, ${orgId}, account.id, 'IQ', 'x', 'a@example.org', ${gone} from account`,
    app: ({ code, orgId, gone }) =>
      sql`insert into app (name, package, org_id, app_type, os_kind, deleted_at)
      values (${code}, ${`com.${code}`}, ${orgId}, 'NORMAL', 'ANDROID', ${gone})`,
    apk: insertApk,
    track: ({ code, orgId, gone }) =>
      sql`with made as (insert into app (name, package, org_id, app_type, os_kind)
        values (${code}, ${`com.${code}`}, ${orgId}, 'NORMAL', 'ANDROID') returning id)
      insert into developer_track (name, app_id, max_devices, expiry_days, deleted_at)
      select ${code}, made.id, 5, 5, ${gone} from made`,
    banner: ({ code, orgId, gone }) =>
      sql`insert into app_banner (title, org_id, placement, start_at, end_at, deleted_at)
      values (${code}, ${orgId}, 'TOP', now(), now() + interval '1 day', ${gone})`,
    orgApk: ({ code, orgId, gone }) =>
      sql`with made as (insert into app (name, package, org_id, app_type, os_kind)
        values (${code}, ${`com.${code}`}, ${orgId}, 'NORMAL', 'ANDROID') returning id)
      insert into org_apk (name, org_id, app_id, policy, scope_kind, deleted_at)
      select ${code}, ${orgId}, made.id, 'ALLOWED', 'SUBTREE', ${gone} from made`,
    delivery: ({ code, orgId }) =>
      sql`with made as (insert into api_client (name, kind, org_id) values (${code}, 'WEBHOOK', ${orgId}) returning id)
      insert into webhook_delivery (client_id, event, data) select made.id, 'test', '{}' from made`,
    client: ({ code, orgId, gone }) =>
      sql`insert into api_client (name, kind, org_id, callback_url, deleted_at)
      values (${code}, 'OPEN_API', ${orgId}, 'http://127.0.0.1:1/', ${gone})`,
    mailServer: ({ code, orgId, gone }) =>
      sql`insert into mail_server (name, host, port, security, sender_address, org_id, deleted_at)
      values (${code}, 'localhost', 1, 'none', 'a@example.com', ${orgId}, ${gone})`,
    mail: ({ orgId }) =>
      sql`insert into mail_log (to_address, template, language, subject, html, org_id)
      values ('a@example.org', 'TEST', 'en', 'x', 'x', ${orgId})`,
    asyncTask: ({ code, orgId }) =>
      sql`insert into async_task (type, title, params, principal, org_id, created_by, language, reach_id)
      values ('EXPORT', ${code}, '{}', '{}', ${orgId}, ${creator}, 'en', ${reachAt(orgId)})`,
    fileTask: ({ code, orgId }) =>
      sql`insert into file_task (name, kind, source, media_type, org_id, created_by, reach_id)
      values (${code}, 'EXPORT', 'x', 'text/csv', ${orgId}, ${creator}, ${reachAt(orgId)})`,
    clientError: ({ code, orgId }) =>
      sql`insert into client_error (short_id, user_name, session_id, org_id, route, message)
      values ('A1B2C3', 'maker', uuid7(), ${orgId}, '/x', ${code})`,
    upload: ({ code, orgId }) =>
      sql`insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      values (${code}, 'log', 1, ${Buffer.alloc(32)}, 1, 'STORED', ${orgId}, ${creator})`,
    paramTemplate: ({ code, orgId, gone }) =>
      sql`with program as (insert into app (name, package, org_id, app_type, os_kind)
        values (${code}, ${`com.${code}`}, ${orgId}, 'NORMAL', 'ANDROID') returning id)
      insert into param_template (name, code, org_id, app_id, deleted_at)
      select ${code}, ${code}, ${orgId}, program.id, ${gone} from program`,
    plan: ({ code, orgId, gone }) =>
      sql`insert into plan (name, org_id, version_ids, targets, waves, membership, end_at, deleted_at)
      values (${code}, ${orgId}, '{}', ${JSON.stringify({ orgId })}::jsonb, '[{}]', 'DYNAMIC',
        now() + interval '1 day', ${gone})`,
    // An application has one assignment at each target.
    param: ({ code, orgId, gone }) =>
      sql`with program as (insert into app (name, package, org_id, app_type, os_kind)
        values (${code}, ${`com.${code}`}, ${orgId}, 'NORMAL', 'ANDROID') returning id),
      template as (insert into param_template (name, code, org_id, app_id, state, rev)
        select ${code}, ${code}, ${orgId}, program.id, 'PUBLISHED', 1 from program returning id),
      told as (insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
        select template.id, 1, ${emptyTemplate}::jsonb, '', '', '{}', 0 from template returning id),
      stamp as (select uuid7() as id from told),
      past as (insert into param_assignment_rev (assignment_id, revision, template_rev_id, content, state,
          starts_at, device_count)
        select stamp.id, 1, told.id, '{}', 'SUPERSEDED', now(), 0 from stamp, told)
      insert into param_assignment (id, name, level, org_id, app_id, template_rev_id, deleted_at)
      select stamp.id, ${code}, 'ORG', ${orgId}, program.id, told.id, ${gone} from stamp, program, told`,
    consistencyRule: ({ code, orgId, gone }) =>
      sql`with ${terminalMade({ code, orgId })}, stamp as materialized (select uuid7() as id from made),
      found as (insert into param_finding (rule_id, device_id, app_id, value)
        select stamp.id, made.id, app.id, 'x' from stamp, made, (select id from app limit 1) as app)
      insert into param_rule (id, name, org_id, kind, pid, severity, deleted_at)
      select id, ${code}, ${orgId}, 'UNIQUE', 'x', 'WARN', ${gone} from stamp`,
    jsonDocument: ({ code, orgId, gone }) =>
      sql`with stamp as materialized (select uuid7() as id),
      past as (insert into json_document_rev (document_id, revision, merge_mode, encrypt, size, state,
          device_count, principal)
        select id, 1, 'MERGE', false, 2, 'SUPERSEDED', 0, '{}' from stamp)
      insert into json_document (id, name, code, kind, level, org_id, deleted_at)
      select id, ${code}, ${code}, 'OTHER', 'ORG', ${orgId}, ${gone} from stamp`,
    functional: ({ code, orgId, gone }) =>
      sql`with place as (insert into organization (name, code, type, path, parent_id)
        values (${code}, ${code}, 'AGENT', '', ${orgId}) returning id)
      insert into functional (name, level, org_id, deleted_at)
      select ${code}, 'ORGANIZATION', place.id, ${gone} from place`,
    variable: ({ code, orgId, gone }) =>
      sql`insert into global_param (key, type, level, org_id, value, deleted_at)
      values (${code}, 'TEXT', 'ORG', ${orgId}, 'x', ${gone})`,
    mqttEntry: ({ code, orgId }) =>
      sql`with ${terminalMade({ code, orgId })},
      stamp as (select uuid7() as id from made)
      insert into mqtt_log (id, at, direction, sn, type, path, qos, retain, size, result, node)
      select stamp.id, to_timestamp(('x0000' || translate(left(stamp.id::text, 13), '-', ''))::bit(64)::bigint / 1000.0),
        'UP', made.sn, 'hb', 'hb', 1, false, 2, 'STORED', 'test:1' from made, stamp`,
    deviceEvent: ({ code, orgId, isFirst }) =>
      sql`insert into device_event (at, device_id, sn, org_id, code, happened_at)
      values (${isFirst ? new Date().toISOString() : madeAt}, uuid7(), ${code}, ${orgId}, 'LOCKED', now())`,
    appEvent: ({ code, orgId, isFirst }) =>
      sql`with ${terminalMade({ code, orgId })}
      insert into device_app_event (at, device_id, package, kind)
      select ${isFirst ? new Date().toISOString() : madeAt}, made.id, ${code}, 'INSTALLED' from made`,
    action: ({ code, orgId, isFirst }) =>
      sql`insert into action_log (at, user_name, org_id, method, path, permission, code, duration_ms, request_id)
      values (${isFirst ? new Date().toISOString() : madeAt}, 'maker', ${orgId}, 'PUT', '/x', 'X', 200, 1, ${code})`,
  }
