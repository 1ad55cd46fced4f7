import { alarmRules, alarmRulesPath, kindsOfAlarm } from '@muster/contract'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin, type Which } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { followsAlarms, modelScope } from '../device/index.ts'
import { lookAnew, lookAtOpen } from './lookAnew.ts'

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
    const isOther = isAboutOthers(before, values)
    if (isOther) await lookAnew(ctx, [values.id])
    const after = await plain.update(ctx, values)
    await requireNoLoop(ctx, values.groupId)
    await (isOther ? lookAnew : lookAtOpen)(ctx, [values.id])
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

const decides = ['kind', 'orgId', 'modelId', 'groupId', 'threshold', 'inHours'] as const
type Deciding = Readonly<Partial<Record<(typeof decides)[number], unknown>>>

/** Whether a rule is about other alarms than before. */
const isAboutOthers = (before: Deciding, values: Deciding): boolean =>
  decides.some((field) => values[field] !== undefined && values[field] !== before[field])

/** When there is an alarm, and who is told. */
export const alarmRuleRoutes = serve(
  alarmRules,
  ruleScope,
  lifecycle(alarmRules, bin, { search: ['name', 'kind'], order: ['kind', 'orgName'] }),
)
