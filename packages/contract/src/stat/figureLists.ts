import { apps } from '../app/app.ts'
import type { Call, InputOf, ReplyOf } from '../core/call.ts'
import { alarms } from '../device/alarm.ts'
import { devices } from '../device/device.ts'
import type { Severity } from '../device/event.ts'
import type { Filter, FilterField } from '../device/filter.ts'
import { repairs } from '../device/repair.ts'
import type { Lifecycle } from '../device/states.ts'
import { logSpanDays } from '../log/actionLog.ts'
import { appLog, type AppTrigger } from '../log/appLog.ts'
import { mqttApks } from '../mqtt/apk.ts'
import { mqttTasks } from '../mqtt/task.ts'
import { params } from '../param/assignment.ts'
import { jsonDocuments } from '../param/jsonDocument.ts'
import type { ScreenKey } from '../screens.ts'
import { plans } from '../upgrade/plan.ts'
import { upgradeResults } from '../upgrade/result.ts'
import { upgradeVersions } from '../upgrade/version.ts'
import { platformUsers } from '../user/platformUser.ts'
import { users } from '../user/user.ts'
import { appUse } from './app.ts'
import { loginEnds, logins } from './login.ts'
import type { VersionKind } from './version.ts'

// A figure and the list that it opens are one value: the console makes its link of it, tests of the
// server ask the list for it, and both numbers must be the same.

/** The list that a figure opens: what it is asked, and the screen that shows it. */
const opens = <C extends Call>(screen: ScreenKey, call: C, query: QueryOf<C>) => ({
  screen,
  call,
  query,
})

type QueryOf<C extends Call> = InputOf<C> extends { readonly query: infer Q } ? Q : never

/** What a link needs of it. */
export interface FigureList {
  readonly screen: ScreenKey
  readonly call: Call
  readonly query: Readonly<Record<string, unknown>>
}

/** Which terminals the figures of a page are about. */
export interface Estate {
  readonly orgId?: string
  readonly vendorId?: string
  readonly modelId?: string
}

/** Terminals by the filters of their list. */
export const terminals = (of: Estate, query: QueryOf<typeof devices.page> = {}) =>
  opens('DEVICE_LIST', devices.page, { ...of, ...query })

/** Terminals that a filter of the language finds. */
const found = (of: Estate, tree: Filter) => terminals(of, { tree: JSON.stringify(tree) })

/** What the tiles of the workbench and of the wall count. */
export const estateLists = {
  total: (of: Estate) => terminals(of),
  online: (of: Estate) => terminals(of, { presence: 'ONLINE' }),
  offline: (of: Estate) => terminals(of, { presence: 'OFFLINE' }),
  away: (of: Estate) => terminals(of, { overdue: '1' }),
  never: (of: Estate) => terminals(of, { presence: 'NEVER' }),
  locked: (of: Estate) => terminals(of, { lock: 'LOCKED' }),
  tampered: (of: Estate) => terminals(of, { security: 'TAMPERED' }),
  alarmed: (of: Estate) => terminals(of, { alarm: '1' }),
  lifecycle: (of: Estate, lifecycle: Lifecycle) => terminals(of, { lifecycle }),
  /** Those that became active on a day (UTC). */
  activated: (of: Estate, day: string) =>
    found(of, {
      all: (['from', 'until'] as const).map(
        (op): Filter => ({ field: 'activatedAt', op, values: [day] }),
      ),
    }),
  /** Those that stand in an area or below it. */
  standing: (of: Estate, areaId: string) =>
    found(of, { field: 'placeAreaId', op: 'below', values: [areaId] }),
} as const

/** Open alarms of a severity, muted ones as well: the counts hold them, too. */
export const openAlarmsList = (of: Estate, severity: Severity | 'PRESSING') =>
  opens('ALARM_LOG', alarms.page, { ...of, state: 'LIVE', severity, muted: 'ALL' })

const ofPlace = ({ orgId }: Estate) => (orgId === undefined ? {} : { orgId })

/** What waits for somebody, from what presses most. */
export const todoKeys = [
  'away',
  'failing',
  'alarms',
  'apkReviews',
  'versionReviews',
  'planApprovals',
  'taskApprovals',
  'appApprovals',
  'paramApprovals',
  'jsonApprovals',
  'unclaimed',
  'reviews',
  'invited',
] as const
export type TodoKey = (typeof todoKeys)[number]

/** The list behind each of {@link todoKeys}. */
export const todoLists = {
  alarms: (of: Estate) => openAlarmsList(of, 'PRESSING'),
  away: estateLists.away,
  failing: (of: Estate) => terminals(of, { failing: '1' }),
  unclaimed: (of: Estate) => estateLists.lifecycle(of, 'UNCLAIMED'),
  reviews: () => opens('PLATfORM_USERS', platformUsers.page, { state: 'PENDING_REVIEW' }),
  apkReviews: (of: Estate) =>
    opens('APPLICATION_MANAGE', apps.page, { ...ofPlace(of), waiting: '1' }),
  versionReviews: (of: Estate) =>
    opens('VERSION', upgradeVersions.page, { ...ofPlace(of), waiting: '1' }),
  planApprovals: (of: Estate) => opens('PLAN', plans.page, { ...ofPlace(of), waiting: '1' }),
  taskApprovals: (of: Estate) =>
    opens('MQTT_TASK', mqttTasks.page, { ...ofPlace(of), waiting: '1' }),
  appApprovals: (of: Estate) => opens('MQTT_APK', mqttApks.page, { ...ofPlace(of), waiting: '1' }),
  paramApprovals: (of: Estate) => opens('PARAM', params.page, { ...ofPlace(of), waiting: '1' }),
  jsonApprovals: (of: Estate) =>
    opens('JSON_CONFIG', jsonDocuments.page, { ...ofPlace(of), waiting: '1' }),
  invited: ({ orgId }: Estate) =>
    opens('USER', users.page, { state: 'INVITED', ...(orgId !== undefined && { within: orgId }) }),
} as const satisfies Readonly<Record<TodoKey, (of: Estate) => FigureList>>

/** Repair tickets, and those in a stage. */
export const repairsList = (
  { orgId, modelId }: Estate,
  state: keyof ReplyOf<typeof repairs.countStates>,
) =>
  opens('REPAIR', repairs.page, {
    ...(orgId !== undefined && { orgId }),
    ...(modelId !== undefined && { modelId }),
    state,
  })

/** What is being brought to terminals and has not ended, by the screen that steers it. */
export const underWayLists = {
  tasks: (of: Estate) => opens('MQTT_TASK', mqttTasks.page, { ...of, state: 'OPEN' }),
  apps: (of: Estate) => opens('MQTT_APK', mqttApks.page, { ...of, state: 'OPEN' }),
  plans: (of: Estate) => opens('PLAN', plans.page, { ...of, state: 'OPEN' }),
} as const

/** When the figures of a log begin and end. */
interface Span {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const isShort = ({ from, to }: Span) => Date.parse(to) - Date.parse(from) <= logSpanDays * dayMs

interface AppError extends Estate {
  readonly appId: string
  readonly code: string
}

/** Installs and removals that failed for a cause; null: no list reaches back so far. */
export const appErrorsList = ({ from, to }: Span, error: AppError) =>
  isShort({ from, to })
    ? opens('APK_LOG', appLog.page, { ...error, result: 'failed', from, to })
    : null

interface AppFailure extends Estate {
  readonly appId: string
  readonly versionCode: number
}

/** Installs of a version that failed; null: no list reaches back so far. */
export const appFailuresList = ({ from, to }: Span, failure: AppFailure) =>
  isShort({ from, to })
    ? opens('APK_LOG', appLog.page, { ...failure, kind: 'INSTALL_FAILED', from, to })
    : null

interface AppRemoval extends Estate {
  readonly appId: string
  readonly trigger: AppTrigger
}

/** Removals that came of a cause; null: no list reaches back so far. */
export const appRemovalsList = ({ from, to }: Span, removal: AppRemoval) =>
  isShort({ from, to })
    ? opens('APK_LOG', appLog.page, { ...removal, kind: 'REMOVED', from, to })
    : null

/** Days on which an application crashed or did not answer, by terminal; null: no list tells them apart. */
export const appCrashesList = (
  { from, to }: Span,
  { vendorId, ...of }: Estate & { appId: string },
) =>
  isShort({ from, to }) && !vendorId
    ? opens('STATISTICS_DEVICE_APK_LOG', appUse.page, { ...of, how: 'CRASHED', from, to })
    : null

/** Terminals that are online and on which nobody has opened an application for so many days. */
export const idleList = (of: Estate, appId: string, unusedDays: number) =>
  opens('STATISTICS_DEVICE_APK_LOG', appUse.unusedPage, { ...of, appId, unusedDays, online: '1' })

const ends = [...loginEnds, 'OPEN'] as const

interface Connections {
  readonly orgId?: string | undefined
  readonly modelId?: string | undefined
  /** How they ended; OPEN: not yet. */
  readonly reason?: string
}

/** Connections that began within a span, as figures count them; null: no list reaches back so far. */
export function connectionsList({ from, to }: Span, { orgId, modelId, reason }: Connections) {
  const end = ends.find((one) => one === reason)
  if (!isShort({ from, to }) || (reason !== undefined && end === undefined)) return null
  return opens('STATISTICS_DEVICE_LOGIN_LOG', logins.page, {
    ...(orgId && { orgId }),
    ...(modelId && { modelId }),
    ...(end && { reason: end }),
    from,
    to,
  })
}

interface Cause {
  readonly code?: string
  readonly modelId?: string
}

/** What became of the terminals of a plan. */
export const planResultLists = {
  failed: (planId: string, cause: Cause = {}) =>
    opens('RESULT', upgradeResults.page, { planId, state: 'FAILED_ANY', ...cause }),
  timedOut: (planId: string) => opens('RESULT', upgradeResults.page, { planId, state: 'TIMEOUT' }),
} as const

const versionFields: Readonly<Record<VersionKind, FilterField>> = {
  FIRMWARE: 'firmware',
  AGENT: 'agentVersion',
  OS: 'osVersion',
  SP: 'spVersion',
  KERNEL: 'kernelVersion',
  PATCH: 'patchLevel',
}

interface OfModel {
  readonly kind: VersionKind
  readonly modelId: string
}

const ofModel = ({ modelId }: OfModel): Filter => ({
  field: 'modelId',
  op: 'in',
  values: [modelId],
})

/** The terminals of a model that run a version. */
export const runsFilter = (of: OfModel, version: string): Filter => ({
  all: [ofModel(of), { field: versionFields[of.kind], op: 'is', values: [version] }],
})

/** The terminals of a model that run an older version than its target. */
const behindFilter = (of: OfModel, target: string): Filter => ({
  all: [ofModel(of), { field: versionFields[of.kind], op: 'older', values: [target] }],
})

/** Those that never told which version they run. */
const untoldFilter = (of: OfModel): Filter => ({
  all: [ofModel(of), { field: versionFields[of.kind], op: 'isEmpty', values: [] }],
})

/** A version that is none of these. */
const noneOf = (kind: VersionKind, versions: readonly string[]): readonly Filter[] => {
  const field = versionFields[kind]
  const named = versions.map((version): Filter => ({ field, op: 'is', values: [version] }))
  return [{ field, op: 'isFilled', values: [] }, { not: { any: named } }]
}

const otherFilter = (of: OfModel, versions: readonly string[]): Filter => ({
  all: [ofModel(of), ...noneOf(of.kind, versions)],
})

type Spread = 'FIRMWARE' | 'AGENT'

/** How terminals divide among versions, whatever their models are. */
export const spreadLists = {
  runs: (of: Estate, kind: Spread, version: string) =>
    terminals(of, kind === 'FIRMWARE' ? { firmware: version } : { agentVersion: version }),
  others: (of: Estate, kind: Spread, versions: readonly string[]) =>
    found(of, { all: noneOf(kind, versions) }),
  untold: (of: Estate, kind: Spread) =>
    found(of, { field: versionFields[kind], op: 'isEmpty', values: [] }),
} as const

/** Terminals of none of these models. */
export const otherModelsList = (of: Estate, modelIds: readonly string[]) =>
  found(of, { field: 'modelId', op: 'notIn', values: modelIds })

/** What the figures of versions count. */
export const versionLists = {
  model: (of: Estate, modelId: string) => terminals({ ...of, modelId }),
  others: (of: Estate, model: OfModel, versions: readonly string[]) =>
    found(of, otherFilter(model, versions)),
  runs: (of: Estate, model: OfModel, version: string) => found(of, runsFilter(model, version)),
  behind: (of: Estate, model: OfModel, target: string) => found(of, behindFilter(model, target)),
  untold: (of: Estate, model: OfModel) => found(of, untoldFilter(model)),
  /** Those of a model whose patch level is of before a day. */
  old: (of: Estate, modelId: string, before: string) =>
    found(of, behindFilter({ kind: 'PATCH', modelId }, before)),
} as const
