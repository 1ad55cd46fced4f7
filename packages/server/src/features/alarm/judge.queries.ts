import type { AlarmKind, Severity } from '@muster/contract'
import type pg from 'pg'
import * as z from 'zod/mini'
import { approvedSql, isFromAboveSql, missingKeysSql } from '../device/index.ts'
import type { DueKind, Facts, PartRule, Signal, Verdict } from './judge.rules.ts'
import type { Settlement } from './settle.rules.ts'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Whoever opens or closes alarms takes turns; false: somebody else is at it. Each terminal's alarms are
 * found by index: after a flood nobody has counted yet how many there are, and a scan seems cheap.
 */
export async function takeTurn(client: Client): Promise<boolean> {
  await client.query('set local enable_seqscan = off')
  const { rows } = await client.query<{ isMine: boolean }>(
    'select pg_try_advisory_xact_lock(7214072) as "isMine"',
  )
  return rows[0]?.isMine ?? false
}

/**
 * Counts the alarms for the planner where they have doubled since it was last done: while it holds a
 * flood for a handful, any index seems as good as that of one terminal. Answers whether it did.
 */
export async function countAnew(pool: pg.Pool, added: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_class where oid = 'alarm'::regclass and reltuples <= $1`,
    [added],
  )
  if (rowCount) await pool.query('analyze alarm')
  return Boolean(rowCount)
}

export interface TakenSignal extends Signal {
  readonly deviceId: string
}

/** Takes the oldest signals; they are gone with the commit. */
export async function takeSignals(client: Client, most: number): Promise<TakenSignal[]> {
  const { rows } = await client.query<TakenSignal>(
    `with taken as (delete from alarm_signal where id = any(array(select id from alarm_signal order by id limit $1))
        returning id, device_id, kind, act, data)
      select device_id as "deviceId", kind, act, data from taken order by id`,
    [most],
  )
  return rows
}

/** Lets the oldest signal go, unless somebody else is at them. */
export async function passOldest(client: Client): Promise<void> {
  if (await takeTurn(client)) await takeSignals(client, 1)
}

const named = z.looseObject({ package: z.string(), happenedAt: z.optional(z.string()) })

/** The application that a signal tells of, and of which terminal, as `<device> <package>`; null: it tells of none. */
export function subjectOf({ deviceId, data }: TakenSignal): string | null {
  const said = z.safeParse(named, data).data
  return said ? `${deviceId} ${said.package}` : null
}

/** Applications that signals tell of and their terminals have, as {@link subjectOf} names them. */
export async function readSubjects(
  client: Client,
  signals: readonly TakenSignal[],
): Promise<ReadonlySet<string>> {
  const told = signals.flatMap(({ deviceId, data }) => {
    const said = z.safeParse(named, data).data
    return said ? [{ deviceId, package: said.package }] : []
  })
  if (told.length === 0) return new Set()
  const { rows } = await client.query<{ subject: string }>(
    `select app.device_id || ' ' || app.package as subject from device_app app
      join unnest($1::uuid[], $2::text[]) as told (device_id, package)
        on app.device_id = told.device_id and app.package = told.package`,
    [told.map(({ deviceId }) => deviceId), told.map((one) => one.package)],
  )
  return new Set(rows.map(({ subject }) => subject))
}

/** Those of some signals whose application was removed since what they tell of happened. */
export async function readOutlived(
  client: Client,
  signals: readonly TakenSignal[],
): Promise<ReadonlySet<TakenSignal>> {
  const told = signals.flatMap((signal) => {
    const { package: name, happenedAt } = z.safeParse(named, signal.data).data ?? {}
    return name !== undefined && happenedAt !== undefined ? [{ signal, name, happenedAt }] : []
  })
  if (told.length === 0) return new Set()
  const { rows } = await client.query<{ nth: number }>(
    `select told.nth::integer as nth
      from unnest($1::uuid[], $2::text[], $3::timestamptz[]) with ordinality as told (device_id, package, at, nth)
        cross join lateral (select from device_app_event went where went.device_id = told.device_id
          and went.at >= told.at and went.package = told.package and went.kind = 'REMOVED' limit 1) as gone`,
    [
      told.map(({ signal }) => signal.deviceId),
      told.map(({ name }) => name),
      told.map(({ happenedAt }) => happenedAt),
    ],
  )
  return new Set(rows.flatMap(({ nth }) => told[nth - 1]?.signal ?? []))
}

export interface JudgedDevice extends Facts {
  readonly id: string
  readonly orgId: string
  readonly vendorId: string
  readonly modelId: string
  readonly createdBy: string | null
  readonly open: readonly AlarmKind[]
  /** Its open alarms, or those that a rule has closed, are on record with another place or model. */
  readonly isMoved: boolean
  /** Kinds that a rule has closed and nobody has judged since. */
  readonly silenced: readonly AlarmKind[]
}

const endingsOf = `coalesce((
          select jsonb_agg(jsonb_build_object('endsOn', ends.ends_on, 'days', ends.ends_on - current_date)
            order by ends.ends_on)
          from param_desired wanted join param_set on param_set.id = wanted.set_id
            join param_ending ends on ends.value_id = any(param_set.value_ids)
          where wanted.device_id = device.id and wanted.until is null), '[]')`

/** Until when the station of a terminal is closed. One that does not open within a month is asked about again then. */
const shutSql = `select to_char(opening.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
    from station left join timezone own_zone on own_zone.id = station.timezone_id
      left join timezone_area area on area.id = station.area_id
      left join timezone area_zone on area_zone.id = area.timezone_id
      cross join lateral (select coalesce(own_zone.zone_id, area_zone.zone_id) as name) as zone
      cross join lateral (select coalesce(open_from(station.business_hours, zone.name, now()),
        now() + interval '30 days') as at) as opening
    where station.id = device.station_id and station.deleted_at is null
      and jsonb_typeof(station.business_hours) = 'object' and zone.name is not null and opening.at > now()`

/** The open alarms of a terminal. */
const openSql = `select array_agg(alarm.kind) as kinds,
      max(alarm.data ->> 'until') filter (where alarm.kind = 'PARAM_ENDING') as told_until,
      coalesce(jsonb_object_agg(alarm.kind, alarm.data) filter (where alarm.kind in ('KEY_MISSING', 'KEY_END')), '{}') as told_keys,
      bool_or((alarm.org_id, alarm.model_id) is distinct from (device.org_id, device.model_id)) as is_moved
    from alarm where alarm.device_id = device.id and alarm.closed_at is null`

const silencedSql = `select array_agg(one.kind) as kinds, bool_or(one.org_id <> device.org_id) as is_moved
    from alarm_silenced one where one.device_id = device.id`

/** Nothing at all of a terminal that has never told of its keys. */
const keysSql = `select array(${missingKeysSql}) as missing,
      (select jsonb_agg(jsonb_build_object('slot', held.slot || ' ' || held.type, 'endsOn', held.expires_at::date,
          'days', held.expires_at::date - current_date) order by held.expires_at, held.slot, held.type)
        from device_key held where held.device_id = device.id and held.state = 'OK' and held.expires_at is not null) as ends
    from device_key_report report where report.device_id = device.id`

/** What is known of terminals, each found by its key; of those of `endingIds` also what ends among their values. */
export async function readDevices(
  client: Client,
  ids: readonly string[],
  endingIds: readonly string[],
): Promise<JudgedDevice[]> {
  const { rows } = await client.query<JudgedDevice>(
    `select device.id, device.org_id as "orgId", device.vendor_id as "vendorId", device.model_id as "modelId",
        device.created_by as "createdBy", device.lifecycle, device.deleted_at is not null as "isGone",
        coalesce(offline.is_overdue, false) as "isOverdue", shut.until as "shutUntil", state.battery, state.is_charging as "isCharging",
        state.free_mb as "freeMb", info.document ->> 'printer' as printer,
        (info.document ->> 'isTampered')::boolean as "isTampered",
        (info.document ->> 'isRooted')::boolean as "isRooted",
        (info.document ->> 'skewSeconds')::float8 as "skewSeconds",
        coalesce(device.warranty_until,
          ((device.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date)
          - current_date as "warrantyDays",
        model.end_of_support - current_date as "supportDays", approved.until - current_date as "approvalDays",
        exists (select from upgrade_version recalled where recalled.recalled_at is not null and recalled.deleted_at is null
          and device.model_id = any(recalled.model_ids) and recalled.version_name = case recalled.kind
            when 'FIRMWARE' then device.firmware when 'AGENT' then device.agent_version
            else info.document #>> array['parts', recalled.kind] end and ${isFromAboveSql}) as "isRecalled",
        keys.missing as "missingKeys", coalesce(keys.ends, '[]') as "keyEnds", held.told_keys as "toldKeys",
        case when device.id = any($2::uuid[]) then ${endingsOf} end as endings,
        held.told_until as "toldUntil",
        coalesce(held.kinds, '{}') as open, coalesce(silenced.kinds, '{}') as silenced,
        coalesce(held.is_moved, false) or coalesce(silenced.is_moved, false) as "isMoved"
      from device
        join model on model.id = device.model_id
        join vendor on vendor.id = device.vendor_id left join lateral (${approvedSql}) as approved on true
        left join lateral (${keysSql}) as keys on true
        left join device_offline offline on offline.device_id = device.id
        left join lateral (${shutSql}) as shut on offline.is_overdue
        left join device_state state on state.device_id = device.id
        left join device_snapshot info on info.device_id = device.id and info.kind = 'info'
        left join lateral (${openSql}) as held on true left join lateral (${silencedSql}) as silenced on true
      where device.id = any($1::uuid[])`,
    [ids, endingIds],
  )
  return rows
}

export interface KindRule extends PartRule {
  readonly orgId: string
  readonly kind: AlarmKind
  readonly severity: Severity
  readonly tellsNotice: boolean
  readonly tellsMail: boolean
  readonly tellsWebhook: boolean
}

/** The rules of each kind that count for each of these organisations: for all and for each part the nearest. */
export async function readRules(client: Client, orgIds: readonly string[]): Promise<KindRule[]> {
  const { rows } = await client.query<KindRule>(
    `select distinct on (own.id, rule.kind, rule.model_id, rule.group_id) own.id as "orgId", rule.id, rule.kind,
        rule.model_id as "modelId", rule.group_id as "groupId", nlevel(above.path) as depth, rule.severity,
        rule.threshold, rule.status, rule.in_hours as "inHours", rule.tells_notice as "tellsNotice", rule.tells_mail as "tellsMail",
        rule.tells_webhook as "tellsWebhook"
      from organization own join organization above on above.path @> own.path
        join alarm_rule rule on rule.org_id = above.id and rule.deleted_at is null
      where own.id = any($1::uuid[])
      order by own.id, rule.kind, rule.model_id, rule.group_id, nlevel(above.path) desc`,
    [orgIds],
  )
  return rows
}

/** Which of these groups each of these terminals is in. */
export async function readMemberships(
  client: Client,
  deviceIds: readonly string[],
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await client.query<{ deviceId: string; groupIds: string[] }>(
    `select device_id as "deviceId", array_agg(group_id) as "groupIds" from device_group_member
      where device_id = any($1::uuid[]) and group_id = any($2::uuid[]) group by 1`,
    [deviceIds, groupIds],
  )
  return new Map(rows.map((row) => [row.deviceId, new Set(row.groupIds)]))
}

export interface Raised {
  readonly device: JudgedDevice
  readonly rule: KindRule
  readonly verdict: Extract<Verdict, { what: 'raise' }>
}

export interface WrittenAlarm {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
}

const raiseSql = `with told as materialized (select * from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, "orgId" uuid,
          "vendorId" uuid, "modelId" uuid, "createdBy" uuid, kind text, subject text, times integer, data jsonb, "ruleId" uuid,
          severity text, "tellsSomebody" boolean, "tellsWebhook" boolean)),
      -- Found one by one: a join would be planned for nobody knows how many.
      former as materialized (
        select last.id, told.* from told cross join lateral (
          select closed.id from alarm closed where closed.device_id = told."deviceId"
            and closed.kind = told.kind and closed.subject = told.subject and closed.closed_at > now() - interval '1 hour'
            order by closed.last_at desc limit 1) as last
        where not exists (select from alarm live where live.device_id = told."deviceId"
          and live.kind = told.kind and live.subject = told.subject and live.closed_at is null)),
      again as (
        update alarm set state = 'OPEN', closed_at = null, closed_by = null, close_cause = null, close_note = null,
            acked_at = null, acked_by = null, count = alarm.count + former.times, last_at = now(), data = former.data,
            severity = former.severity, rule_id = former."ruleId", tells_webhook = former."tellsWebhook",
            org_id = former."orgId", vendor_id = former."vendorId", model_id = former."modelId", version = version + 1
          from former where alarm.id = former.id
          returning alarm.id, alarm.device_id, alarm.kind, alarm.subject, alarm.org_id),
      new as (
        insert into alarm (device_id, kind, subject, rule_id, severity, count, data, tells_webhook, told_at, org_id, vendor_id,
            model_id, created_by)
          select told."deviceId", told.kind, told.subject, told."ruleId", told.severity, told.times, told.data, told."tellsWebhook",
            case when told."tellsSomebody" then null else 'epoch'::timestamptz end, told."orgId", told."vendorId",
            told."modelId", told."createdBy"
          from told where not exists (select from again where again.device_id = told."deviceId" and again.kind = told.kind
              and again.subject = told.subject)
          order by told."deviceId", told.kind, told.subject
          on conflict (device_id, kind, subject) where closed_at is null do update
            set count = alarm.count + excluded.count,
              last_at = case when excluded.count > 0 then now() else alarm.last_at end, data = excluded.data, version = alarm.version + 1
          returning id, device_id, org_id)
      select id, device_id as "deviceId", org_id as "orgId" from again
      union all select id, device_id, org_id from new`

/**
 * Opens alarms; one that is open counts up, and so does one that ended within the hour, which opens
 * again. In one order: two who wait for each other would both fail.
 */
export async function raise(client: Client, raised: readonly Raised[]): Promise<WrittenAlarm[]> {
  const rows = raised.map(({ device, rule, verdict }) => ({
    deviceId: device.id,
    orgId: device.orgId,
    vendorId: device.vendorId,
    modelId: device.modelId,
    createdBy: device.createdBy,
    kind: verdict.kind,
    subject: verdict.subject,
    times: verdict.times,
    data: verdict.data,
    ruleId: rule.id,
    severity: rule.severity,
    tellsSomebody: rule.tellsNotice || rule.tellsMail,
    tellsWebhook: rule.tellsWebhook,
  }))
  const { rows: written } = await client.query<WrittenAlarm>(raiseSql, [JSON.stringify(rows)])
  return written
}

export interface Ended {
  readonly deviceId: string
  readonly verdict: Extract<Verdict, { what: 'end' }>
}

/** Closes alarms by themselves; of those that a rule closes it is kept that they come back with it. */
export async function end(client: Client, ended: readonly Ended[]): Promise<WrittenAlarm[]> {
  const rows = ended.map(({ deviceId, verdict: { kind, cause, subject = null } }) => ({
    deviceId,
    kind,
    cause,
    subject,
  }))
  const { rows: written } = await client.query<WrittenAlarm>(
    `with ended as (
        update alarm set state = 'CLOSED', closed_at = now(), close_cause = told.cause, version = version + 1
          from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, kind text, cause text, subject text)
          where alarm.device_id = told."deviceId" and alarm.kind = told.kind
            and (told.subject is null or alarm.subject = told.subject) and alarm.closed_at is null
          returning alarm.id, alarm.device_id, alarm.kind, alarm.subject, alarm.org_id, alarm.close_cause),
      silenced as (insert into alarm_silenced (alarm_id, device_id, kind, subject, org_id)
        select id, device_id, kind, subject, org_id from ended where close_cause = 'RULE' on conflict do nothing)
      select id, device_id as "deviceId", org_id as "orgId" from ended`,
    [JSON.stringify(rows)],
  )
  return written
}

export type Settled = Settlement & { readonly deviceId: string }

/** What a rule had closed and was judged anew, or is over, does not come back with it. */
export async function settle(client: Client, settled: readonly Settled[]): Promise<void> {
  await client.query(
    `delete from alarm_silenced silenced
      using jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, kind text, subject text)
      where silenced.device_id = told."deviceId" and silenced.kind = told.kind
        and (told.subject is null or silenced.subject = told.subject)`,
    [JSON.stringify(settled)],
  )
}

/** Open alarms go where their terminal has gone, and so does what a rule may bring back. */
export async function follow(
  client: Client,
  deviceIds: readonly string[],
): Promise<WrittenAlarm[]> {
  await client.query(
    `update alarm_silenced silenced set org_id = device.org_id from device
      where device.id = silenced.device_id and silenced.device_id = any($1::uuid[])`,
    [deviceIds],
  )
  const { rows } = await client.query<WrittenAlarm>(
    `update alarm set org_id = device.org_id, vendor_id = device.vendor_id, model_id = device.model_id,
        version = alarm.version + 1
      from device where device.id = alarm.device_id and alarm.device_id = any($1::uuid[]) and alarm.closed_at is null
      returning alarm.id, alarm.device_id as "deviceId", alarm.org_id as "orgId"`,
    [deviceIds],
  )
  return rows
}

export type Due = DueKind & { readonly deviceId: string }

/** Notes when terminals are to be looked at again. */
export async function noteDue(client: Client, due: readonly Due[]): Promise<void> {
  await client.query(
    `insert into alarm_due (device_id, kind, due_at)
      select told."deviceId", told.kind, coalesce(told.at, current_date + told.days)
      from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, kind text, days integer, at timestamptz) order by 1, 2
      on conflict (device_id, kind) do update set due_at = excluded.due_at`,
    [JSON.stringify(due)],
  )
}
