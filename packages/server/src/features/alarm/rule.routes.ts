import { alarmRules, alarmRulesPath, kindsOfAlarm } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin, type Which } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { followsAlarms, modelScope } from '../device/index.ts'

const ruleScope = organizationsBy('orgId')

const plain = naming(recycleBin(alarmRulesPath, 'alarmRule', ruleScope), [
  { field: 'modelId', to: 'model', scope: modelScope },
  { field: 'groupId', to: 'deviceGroup', scope: organizationsBy('orgId') },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

/** A bin of rules that keep to their kind's thresholds; what they change of open alarms is looked at anew. */
const bin: typeof plain = {
  ...plain,
  async add(ctx, values) {
    requireThreshold(values.kind, values.threshold)
    requireHours(values.kind, values.inHours)
    requireOnePart(values)
    const added = await plain.add(ctx, values)
    await requireNoLoop(ctx, values.groupId)
    await lookAnew(ctx, [added.id])
    return added
  },
  async update(ctx, values) {
    const before = await plain.find(ctx, values.id)
    requireThreshold(values.kind ?? before.kind, values.threshold)
    requireHours(values.kind ?? before.kind, values.inHours)
    requireOnePart({ ...before, ...values })
    if (isAboutOthers(before, values)) await lookAnew(ctx, [values.id])
    const after = await plain.update(ctx, values)
    await requireNoLoop(ctx, values.groupId)
    await lookAnew(ctx, [values.id])
    return after
  },
  setStatus: (ctx, ids, status) => anew(ctx, plain.setStatus(ctx, ids, status)),
  remove: (ctx, ids) => anew(ctx, plain.remove(ctx, ids)),
  revert: (ctx, ids: Which) => anew(ctx, plain.revert(ctx, ids)),
}

async function anew(ctx: Context, change: Promise<readonly string[]>): Promise<readonly string[]> {
  const ids = await change
  await lookAnew(ctx, ids)
  return ids
}

function requireThreshold(kind: string, threshold: number | null | undefined): void {
  if (threshold === null || threshold === undefined) return
  const [, known] = Object.entries(kindsOfAlarm).find(([name]) => name === kind) ?? []
  const range = known?.threshold
  if (!range) throw fieldRefusal('threshold', 'alarm.noThreshold')
  if (threshold < range.from || threshold > range.to)
    throw fieldRefusal('threshold', 'alarm.thresholdRange')
}

/** Only who is away may be so because his shop is closed. */
function requireHours(kind: string, inHours: boolean | undefined): void {
  if (inHours && kind !== 'OFFLINE') throw fieldRefusal('inHours', 'alarm.hoursOfOffline')
}

function requireOnePart({ modelId, groupId }: Part): void {
  if (modelId && groupId) throw fieldRefusal('groupId', 'alarm.onePart')
}

/** Alarms by the rule would decide who is in its group; whoever edits the group waits for the commit. */
async function requireNoLoop(ctx: Context, groupId: string | null | undefined): Promise<void> {
  if (groupId && (await followsAlarms(ctx, groupId)))
    throw fieldRefusal('groupId', 'alarm.groupOfAlarms')
}

interface Part {
  readonly modelId?: string | null | undefined
  readonly groupId?: string | null | undefined
}

const decides = ['kind', 'orgId', 'modelId', 'groupId', 'threshold'] as const
type Deciding = Readonly<Partial<Record<(typeof decides)[number], unknown>>>

/** Whether a rule has been about alarms that it may be about no longer. */
const isAboutOthers = (before: Deciding, values: Deciding): boolean =>
  decides.some((field) => values[field] !== undefined && values[field] !== before[field])

/**
 * Open alarms of the rules' kinds in their parts below their organisations, and terminals that are away for
 * too long or whose keys are missing or end, are judged again: by index, not by the estate.
 */
async function lookAnew({ db }: Context, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await sql`with changed as materialized (
      select rule.kind, below.id as org_id, rule.model_id, rule.group_id, rule.threshold from alarm_rule rule
        join organization above on above.id = rule.org_id join organization below on below.path <@ above.path
        where rule.id = any(${[...ruleIds]}::uuid[])),
    ending as materialized (select held.device_id, held.expires_at from device_key held where held.state = 'OK'
      and held.expires_at < current_date + 1 + (select max(${daysSql}) from changed where kind = 'KEY_END'))
    insert into alarm_signal (device_id, kind, act)
    select alarm.device_id, alarm.kind, 'LOOK' from alarm
      join changed on changed.kind = alarm.kind and changed.org_id = alarm.org_id where alarm.closed_at is null
        and (changed.model_id is null or changed.model_id = alarm.model_id) and ${isMember('alarm.deviceId')}
    union
    select offline.device_id, 'OFFLINE', 'LOOK' from device_offline offline
      join changed on changed.kind = 'OFFLINE' and changed.org_id = offline.org_id where offline.is_overdue
        and ${isMember('offline.deviceId')}
    union
    select device.id, 'KEY_MISSING', 'LOOK' from device_security told join device on device.id = told.device_id
      join changed on changed.kind = 'KEY_MISSING' and changed.org_id = device.org_id
      where told.kind = 'KEY_MISSING' and ${isPart}
    union
    select device.id, 'KEY_END', 'LOOK' from ending join device on device.id = ending.device_id
      join changed on changed.kind = 'KEY_END' and changed.org_id = device.org_id
      where ending.expires_at < current_date + 1 + ${daysSql} and ${isPart}`.execute(db)
}

/** How many days before its end a changed rule tells of a key. */
const daysSql = sql`coalesce(changed.threshold, ${kindsOfAlarm.KEY_END.threshold?.usual ?? 0}::integer)`

/** Whether a terminal is in the group that a changed rule names. */
const isMember = (id: 'alarm.deviceId' | 'offline.deviceId' | 'device.id') =>
  sql`(changed.group_id is null or exists (select from device_group_member member
    where member.group_id = changed.group_id and member.device_id = ${sql.ref(id)}))`

/** Whether it is one of those that a changed rule is for. */
const isPart = sql`(changed.model_id is null or changed.model_id = device.model_id) and ${isMember('device.id')}`

/** When there is an alarm, and who is told. */
export const alarmRuleRoutes = serve(
  alarmRules,
  ruleScope,
  lifecycle(alarmRules, bin, { search: ['name', 'kind'], order: ['kind', 'orgName'] }),
)
