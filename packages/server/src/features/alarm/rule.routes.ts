import { alarmRules, alarmRulesPath, kindsOfAlarm } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin, type Which } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'

const ruleScope = organizationsBy('orgId')

const plain = naming(recycleBin(alarmRulesPath, 'alarmRule', ruleScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

/** A bin of rules that keep to their kind's thresholds; what they change of open alarms is looked at anew. */
const bin: typeof plain = {
  ...plain,
  async add(ctx, values) {
    requireThreshold(values.kind, values.threshold)
    requireHours(values.kind, values.inHours)
    const added = await plain.add(ctx, values)
    await lookAnew(ctx, [added.id])
    return added
  },
  async update(ctx, values) {
    const before = await plain.find(ctx, values.id)
    requireThreshold(values.kind ?? before.kind, values.threshold)
    requireHours(values.kind ?? before.kind, values.inHours)
    await lookAnew(ctx, [values.id])
    const after = await plain.update(ctx, values)
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

/**
 * Open alarms of the rules' kinds below their organisations, and terminals that are away for too
 * long, are judged again: by index, not by the estate.
 */
async function lookAnew({ db }: Context, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await sql`with changed as materialized (
      select rule.kind, below.id as org_id from alarm_rule rule
        join organization above on above.id = rule.org_id join organization below on below.path <@ above.path
        where rule.id = any(${[...ruleIds]}::uuid[]))
    insert into alarm_signal (device_id, kind, act)
    select alarm.device_id, alarm.kind, 'LOOK' from alarm
      join changed on changed.kind = alarm.kind and changed.org_id = alarm.org_id where alarm.closed_at is null
    union
    select offline.device_id, 'OFFLINE', 'LOOK' from device_offline offline
      join changed on changed.kind = 'OFFLINE' and changed.org_id = offline.org_id where offline.is_overdue`.execute(
    db,
  )
}

/** When there is an alarm, and who is told. */
export const alarmRuleRoutes = serve(
  alarmRules,
  ruleScope,
  lifecycle(alarmRules, bin, { search: ['name', 'kind'], order: ['kind', 'orgName'] }),
)
