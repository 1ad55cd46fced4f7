import { type AlarmKind, alarmKinds, kindsOfAlarm } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { approvedSql, isFromAboveSql } from '../device/index.ts'

/**
 * Open alarms of rules are judged again ({@link lookAtOpen}), and so are those that a rule has closed and nobody has
 * judged since: of what nothing else tells, as a SIM that was changed, they come back as they were. So is what goes
 * on being wrong and has no open alarm, because its rule was disabled or less strict: by index, not by the estate.
 */
export async function lookAnew({ db }: Context, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await lookAtOpen({ db }, ruleIds)
  const { rows } = await sql<{
    kind: AlarmKind
  }>`with changed as materialized (${changed(ruleIds)}),
    looked as (insert into alarm_signal (device_id, kind, act, data)
      select alarm.device_id, alarm.kind, 'AGAIN', alarm.data from changed
        join alarm_silenced silenced on silenced.kind = changed.kind and silenced.org_id = changed.org_id
        join alarm on alarm.id = silenced.alarm_id join device on device.id = alarm.device_id
      where ${isPart})
    select distinct kind from changed`.execute(db)
  for (const kind of alarmKinds)
    if (rows.some((rule) => rule.kind === kind)) await findAnew({ db }, kind, ruleIds)
}

type Asking = Pick<Context, 'db'>

/** Open alarms of the rules' kinds in their parts below their organisations are judged again. */
export async function lookAtOpen({ db }: Asking, ruleIds: readonly string[]): Promise<void> {
  await sql`with changed as materialized (${changed(ruleIds)})
    insert into alarm_signal (device_id, kind, act)
    select distinct alarm.device_id, alarm.kind, 'LOOK' from alarm
      join changed on changed.kind = alarm.kind and changed.org_id = alarm.org_id
    where alarm.closed_at is null and (changed.model_id is null or changed.model_id = alarm.model_id)
      and ${isMember('alarm.deviceId')}`.execute(db)
}

/** Terminals of a changed rule whose open alarm is missing: nothing else may call them up. */
async function findAnew(
  { db }: Asking,
  kind: AlarmKind,
  ruleIds: readonly string[],
): Promise<void> {
  const standing = standingOf[kind]
  if (!standing) return
  const { found, sameAs = sql`false`, act = 'LOOK' } = standing
  await sql`with changed as materialized (${changed(ruleIds)}), found as materialized (${found})
    insert into alarm_signal (device_id, kind, act)
    select distinct device.id, ${kind}::text, ${act}::text from found join device on device.id = found.device_id
      join changed on changed.kind = ${kind} and changed.org_id = device.org_id
    where device.deleted_at is null and ${isPart}
      -- By a rule that is for others now one is found twice, and each time counts that it is raised.
      and not exists (select from alarm_signal given where given.device_id = device.id and given.kind = ${kind}
        and ${act} = 'RAISE' and given.act in ('RAISE', 'AGAIN') and given.at = now())
      and not exists (select from alarm told where told.device_id = device.id and told.kind = ${kind}
        and (told.closed_at is null or (told.close_cause = 'HAND' and ${sameAs})))`.execute(db)
}

/** Rules with each organisation that they are for. */
const changed = (ruleIds: readonly string[]) =>
  sql`select rule.kind, below.id as org_id, rule.model_id, rule.group_id, rule.threshold from alarm_rule rule
    join organization above on above.id = rule.org_id join organization below on below.path <@ above.path
    where rule.id = any(${[...ruleIds]}::uuid[])`

/** Whether a terminal is in the group that a changed rule names. */
const isMember = (id: 'alarm.deviceId' | 'device.id') =>
  sql`(changed.group_id is null or exists (select from device_group_member member
    where member.group_id = changed.group_id and member.device_id = ${sql.ref(id)}))`

/** Whether it is one of those that a changed rule is for. */
const isPart = sql`(changed.model_id is null or changed.model_id = device.model_id) and ${isMember('device.id')}`

interface Standing {
  /** Terminals (`device_id`) of which the kind is known to hold, or will within days that were looked at. */
  readonly found: RawBuilder<unknown>
  /** Whether an alarm that people have closed (`told`) told of what is `found`: then it stays closed. */
  readonly sameAs?: RawBuilder<unknown>
  /** Of what no look can tell: it is raised. */
  readonly act?: 'RAISE'
}

const since: Pick<Standing, 'sameAs'> = { sameAs: sql`told.closed_at >= found.since` }
const onDay: Pick<Standing, 'sameAs'> = {
  sameAs: sql`told.last_at::date + (told.data ->> 'days')::integer = found.ends_on`,
}

/** Whether a version is `recalled`, and one that a `device` can have got. */
const isRecalled = sql`recalled.recalled_at is not null and recalled.deleted_at is null and ${sql.raw(isFromAboveSql)}`

const withFault = (fault: string): RawBuilder<unknown> =>
  sql`select device_id, since from device_security where kind = ${fault}`

/** How many days before its end a changed rule tells of a key. */
const keyDays = sql`coalesce(changed.threshold, ${kindsOfAlarm.KEY_END.threshold?.usual ?? 0}::integer)`

/**
 * What goes on without telling of itself again. Days beyond those that were looked at are found when they come; of
 * those within, the ones beyond the rule's own are noted to be looked at in time.
 */
const standingOf: Partial<Record<AlarmKind, Standing>> = {
  OFFLINE: {
    found: sql`select device_id from device_offline where is_overdue and org_id in (select org_id from changed)`,
  },
  TAMPER: { found: withFault('TAMPERED'), ...since },
  ROOT: { found: withFault('ROOTED'), ...since },
  FENCE: {
    found: sql`select device_id, since from device_fence where state = 'OUT'`,
    ...since,
    act: 'RAISE',
  },
  KEY_MISSING: { found: withFault('KEY_MISSING') },
  KEY_END: {
    found: sql`select device_id from device_key where state = 'OK' and expires_at < greatest(
      current_date + (select max(${keyDays}) from changed), (select until from alarm_watched where kind = 'KEY_END')) + 1`,
  },
  WARRANTY: {
    found: sql`select device.id as device_id, device.warranty_until as ends_on from alarm_watched watched
        join device on device.warranty_until between current_date and watched.until
      where watched.kind = 'WARRANTY' and device.deleted_at is null
      union all
      select device.id, ((device.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date
      from alarm_watched watched cross join vendor join device on device.vendor_id = vendor.id
        and device.activated_at >= activated_before(vendor.warranty_months, current_date)
        and device.activated_at < activated_before(vendor.warranty_months, watched.until + 1)
      where watched.kind = 'WARRANTY' and device.warranty_until is null and device.deleted_at is null`,
    ...onDay,
  },
  SUPPORT_END: {
    found: sql`select device.id as device_id, model.end_of_support as ends_on from alarm_watched watched
        join model on model.end_of_support between current_date and watched.until
        join device on device.model_id = model.id and device.org_id in (select org_id from changed)
      where watched.kind = 'SUPPORT_END' and device.deleted_at is null`,
    ...onDay,
  },
  APPROVAL_END: {
    found: sql`select device.id as device_id, approved.until as ends_on from alarm_watched watched
        cross join model cross join lateral (${sql.raw(approvedSql)}) as approved
        join device on device.model_id = model.id and device.org_id in (select org_id from changed)
      where watched.kind = 'APPROVAL_END' and approved.until <= watched.until and device.deleted_at is null`,
    ...onDay,
  },
  PARAM_ENDING: {
    found: sql`select held.device_id, ends.ends_on from param_ending ends
        join param_set on param_set.value_ids @> array[ends.value_id]
        join param_desired held on held.set_id = param_set.id and held.until is null
      where ends.is_noted`,
    sameAs: sql`(told.data ->> 'until')::date >= found.ends_on`,
  },
  RECALLED: {
    found: sql`select device.id as device_id from upgrade_version recalled join device_version device
        on device.firmware = recalled.version_name and device.model_id = any(recalled.model_ids)
      where recalled.kind = 'FIRMWARE' and ${isRecalled}
      union all
      select device.id from upgrade_version recalled join device_version device
        on device.agent_version = recalled.version_name and device.model_id = any(recalled.model_ids)
      where recalled.kind = 'AGENT' and ${isRecalled}
      union all
      select part.device_id from upgrade_version recalled join device_part part on part.kind = recalled.kind
        and part.value = recalled.version_name and part.model_id = any(recalled.model_ids)
        join device on device.id = part.device_id
      where ${isRecalled}`,
  },
}
