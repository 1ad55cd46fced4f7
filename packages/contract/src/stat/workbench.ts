import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { severities } from '../device/event.ts'
import { repairs } from '../device/repair.ts'
import { lifecycles } from '../device/states.ts'
import { itemStates } from '../device/taskItem.ts'
import { mqttTasks } from '../mqtt/task.ts'
import { appStat } from './app.ts'
import { estateFilter, estateSpan } from './estate.ts'
import { mapStat } from './map.ts'

const estate = once(() => ({ query: z.strictObject(estateFilter()) }))
const spanned = once(() => z.strictObject({ ...estateFilter(), ...estateSpan() }))

/** What terminals can be counted by: the device list has a filter of the same name. */
export const spreadKinds = ['FIRMWARE', 'AGENT'] as const

/** So many models are told apart; the list of the models has the rest. */
export const spreadModels = 5
const spreadKind = once(() => z._default(z.enum(spreadKinds), 'FIRMWARE'))

/** What is begun for many terminals: commands, applications, upgrades, and the release of a version. */
export const happenedKinds = ['TASK', 'APP', 'PLAN', 'RELEASE'] as const
export type HappenedKind = (typeof happenedKinds)[number]

/** So much of what happened is told, the latest of it. */
export const mostHappened = 50

const happening = once(() =>
  z.object({
    kind: z.enum(happenedKinds),
    id: f.id(),
    at: f.moment(),
    /** What it is called; of a release its policy. A task may have no name of its own. */
    name: z.string(),
    /** The command or the package of a task, the version of a release. */
    about: z.nullable(z.string()),
  }),
)
export type Happening = z.output<ReturnType<typeof happening>>

const whole = once(() => z.int())
const versions = once(() => z.array(z.object({ version: z.string(), count: whole() })))
/** When a worker counted; null: it has not yet. */
const countedAt = once(() => z.nullable(f.moment()))
const base = '/admin/stat/v1/workbench'

/** The figures of the workbench; each is cut to the caller's data scope. */
export const workbench = {
  summary: get(`${base}/summary`, 'DASHBOARD_ESTATE', () => ({
    ...estate(),
    reply: z.object({
      total: whole(),
      byLifecycle: z.partialRecord(z.enum(lifecycles), whole()),
      online: whole(),
      /** Offline for less than a day. */
      offline: whole(),
      /** Offline for more than a day. */
      away: whole(),
      never: whole(),
      /** Locked, and opened or broken into; counted up to one more than `countCap`. */
      locked: whole(),
      tampered: whole(),
      countedAt: countedAt(),
    }),
  })),
  /** Terminals online, hour by hour, or day by day where more than eight days are asked for. */
  trend: get(`${base}/trend`, 'DASHBOARD_ONLINE', () => ({
    query: spanned(),
    reply: z.object({
      grain: z.enum(['HOUR', 'DAY']),
      /** The mean of the time that begins at `at`; null: nobody counted then. */
      points: z.array(z.object({ at: f.moment(), online: z.nullable(z.number()) })),
    }),
  })),
  /** What began within the time of the curve, the latest first, as far as the caller may open it. */
  happened: get(`${base}/trend/happened`, 'DASHBOARD_ONLINE', () => ({
    query: spanned(),
    reply: z.array(happening()),
  })),
  activation: get(`${base}/activation`, 'DASHBOARD_ACTIVATION', () => ({
    query: spanned(),
    reply: z.object({ days: z.array(z.object({ day: f.day(), count: whole() })) }),
  })),
  version: get(`${base}/version`, 'DASHBOARD_VERSION', () => ({
    query: z.strictObject({ ...estateFilter(), kind: spreadKind() }),
    reply: z.object({
      total: whole(),
      /** The ten that most terminals have. */
      top: versions(),
      others: whole(),
      /** Terminals that never said which they have. */
      unknown: whole(),
    }),
  })),
  /** The same by model, of the {@link spreadModels} with the most terminals. */
  versionByModel: get(`${base}/version/model`, 'DASHBOARD_VERSION', () => ({
    query: z.strictObject({ ...estateFilter(), kind: spreadKind() }),
    reply: z.array(
      z.object({
        modelId: f.id(),
        name: z.string(),
        total: whole(),
        /** The three that most of its terminals have. */
        top: versions(),
        others: whole(),
        unknown: whole(),
      }),
    ),
  })),
  model: get(`${base}/model`, 'DASHBOARD_MODEL', () => ({
    ...estate(),
    reply: z.object({
      /** The ten with the most terminals. */
      top: z.array(
        z.object({
          modelId: f.id(),
          name: z.string(),
          vendorName: z.string(),
          total: whole(),
          active: whole(),
          online: whole(),
          away: whole(),
        }),
      ),
      others: whole(),
    }),
  })),
  /** Commands of the last 24 hours by how far they have come. */
  command: get(`${base}/command`, 'DASHBOARD_COMMAND', () => ({
    ...estate(),
    reply: z.object({
      states: z.array(z.object({ state: z.enum(itemStates), count: whole() })),
      countedAt: countedAt(),
    }),
  })),
  /** What waits for a decision. */
  todo: get(`${base}/todo`, 'DASHBOARD_TODO', () => ({
    ...estate(),
    reply: z.object({
      /** Open alarms that are high or critical; null: not the caller's to see. */
      alarms: z.nullable(whole()),
      /** Terminals with a command of the last 24 hours that failed, counted up to `countCap`. */
      failing: whole(),
      /** Terminals that knocked and that nobody has claimed. */
      unclaimed: whole(),
      /** People who registered and wait for their review; null: not the caller's to decide. */
      reviews: z.nullable(whole()),
      /**
       * What a second person decides about, without what is the caller's own; null: not his to decide.
       * Versions of applications and for upgrades, plans, tasks of both kinds, parameters and JSON documents.
       */
      apkReviews: z.nullable(whole()),
      versionReviews: z.nullable(whole()),
      planApprovals: z.nullable(whole()),
      taskApprovals: z.nullable(whole()),
      appApprovals: z.nullable(whole()),
      paramApprovals: z.nullable(whole()),
      jsonApprovals: z.nullable(whole()),
      /** Staff who were invited and have not chosen a password. */
      invited: whole(),
    }),
  })),
  /** Open alarms by severity. */
  alarm: get(`${base}/alarm`, 'DASHBOARD_ALARM', () => ({
    ...estate(),
    reply: z.object({ bySeverity: z.record(z.enum(severities), whole()), devices: whole() }),
  })),
  /** Accounts that too many failures have locked, the latest first. */
  lock: get(`${base}/lock`, 'DASHBOARD_LOCK', () => ({
    reply: z.object({
      total: whole(),
      list: z.array(
        z.object({
          id: f.id(),
          userName: z.string(),
          realName: z.string(),
          orgName: z.string(),
          lockedUntil: f.moment(),
        }),
      ),
    }),
  })),
}

/** The cards of the workbench, as they stand until a user arranges them. */
export const workbenchCards = [
  'ESTATE',
  'ONLINE',
  'TODO',
  'ALARM',
  'COMMAND',
  'VERSION',
  'MAP',
  'PUSH',
  'MODEL',
  'ACTIVATION',
  'REPAIR',
  'ENDING',
  'APP',
  'LOCK',
  'TASK',
  'NOTICE',
  'SHORTCUT',
] as const
export type WorkbenchCard = (typeof workbenchCards)[number]

/** Cards that show what a screen of its own shows: who may see that one sees them. */
const cardsOfScreens: Partial<Record<WorkbenchCard, string>> = {
  MAP: mapStat.area.permission,
  PUSH: mqttTasks.page.permission,
  REPAIR: repairs.countStates.permission,
  APP: appStat.summary.permission,
}

/** The permission that a card is for; its figures ask for the same one. */
export const cardPermission = (card: WorkbenchCard): string =>
  cardsOfScreens[card] ?? `DASHBOARD_${card}`

/** The permissions of the cards that are the workbench's own. */
export const ownCardPermissions: readonly string[] = workbenchCards
  .filter((card) => !(card in cardsOfScreens))
  .map(cardPermission)

/** Seconds between two readings; 0: only when asked. */
export const refreshSeconds = [0, 30, 60, 300] as const

const card = once(() => z.enum(workbenchCards))
const members = once(() => ({
  /** The cards in the user's order; those that are not named follow in the shipped order. */
  order: z._default(z.array(card()).check(z.maxLength(workbenchCards.length)), []),
  hidden: z._default(z.array(card()).check(z.maxLength(workbenchCards.length)), []),
  refresh: z._default(z.literal(refreshSeconds), 0),
  /** Paths of the console that the user wants at hand. */
  shortcuts: z._default(z.array(f.text(256).check(z.regex(/^\//))).check(z.maxLength(24)), []),
}))

/** How a user has arranged his workbench. */
export const workbenchLayout = once(() => z.object(members()))
export type WorkbenchLayout = z.output<ReturnType<typeof workbenchLayout>>

const layoutPath = '/admin/user/v1/user/workbench'

/** The signed-in user's own arrangement. */
export const userWorkbench = {
  get: get(layoutPath, 'signedIn', () => ({ reply: workbenchLayout() })),
  save: put(layoutPath, 'signedIn', () => ({
    body: z.strictObject(members()),
    reply: workbenchLayout(),
  })),
}
