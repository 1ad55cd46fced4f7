import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { profileStands } from './states.ts'

/** Where a profile holds, the nearest last: it wins, value by value. */
export const functionalLevels = ['PLATFORM', 'ORGANIZATION', 'MODEL', 'GROUP', 'DEVICE'] as const
export type FunctionalLevel = (typeof functionalLevels)[number]

const timeOfDay = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const whole = (least: number, most: number) =>
  f.optional(z.int().check(z.minimum(least), z.maximum(most)))
const flag = () => f.optional(z.boolean())
/** What is sealed is told to terminals only. */
const password = () => secret(f.optional(z.string().check(z.minLength(1), z.maxLength(63))))

export const wifiSecurities = ['OPEN', 'WPA2', 'WPA3'] as const

/** A wireless network that terminals join. */
const wifi = once(() =>
  z.strictObject({
    ssid: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    security: z.enum(wifiSecurities),
    password: password(),
    /** There is a password: without another one it stays. */
    hasPassword: z._default(z.boolean(), false),
  }),
)
export type Wifi = z.output<ReturnType<typeof wifi>>

/** An access point of a mobile network. */
const apn = once(() =>
  z.strictObject({
    apn: z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_.-]+$/)),
    user: f.optional(f.text(64)),
    password: password(),
    hasPassword: z._default(z.boolean(), false),
  }),
)
export type Apn = z.output<ReturnType<typeof apn>>

/** Where a position may come from. */
export const locationSources = ['GPS', 'NETWORK', 'BOTH'] as const
/** How grave an entry of a terminal's log must be to be kept, the least grave first. */
export const terminalLogLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
/** Whether a remote session may begin: never, when the user of the terminal agrees, as the command says. */
export const remotePolicies = ['NEVER', 'ASK', 'ALLOWED'] as const

/** Names of packages and of networks, each once. */
const packages = () =>
  f.optional(
    z
      .array(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/)),
      )
      .check(z.minLength(1), z.maxLength(50)),
  )
const networks = () =>
  f.optional(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32)))
      .check(z.minLength(1), z.maxLength(50)),
  )

/** What a profile sets. Null: as the level above has it. Of a limit, 0 switches it off. */
export const functionalSettings = once(
  () =>
    ({
      heartbeatSeconds: whole(30, 3600),
      /** Between two reports of hardware and system. */
      infoHours: whole(1, 168),
      /** Between two lists of what is installed, beside those after a change. */
      appsHours: whole(1, 168),
      /** Between two reports of how applications are used. 0: the terminal does not tell. */
      usageMinutes: whole(0, 1440),
      /** 0: the terminal does not tell where it is. */
      locationMinutes: whole(0, 10_080),
      locationSource: f.optional(z.enum(locationSources)),
      /** Battery in percent, below which the terminal says so. */
      alarmBattery: whole(0, 99),
      /** Free storage in megabytes. */
      alarmStorageMb: whole(0, 1_000_000),
      alarmPaper: flag(),
      alarmTamper: flag(),
      alarmRoot: flag(),
      alarmSim: flag(),
      alarmCrash: flag(),
      /** Seconds by which its clock may be off. */
      alarmClockSeconds: whole(0, 86_400),
      /** Every day, in the terminal's own time. */
      rebootAt: f.optional(timeOfDay()),
      /** So that not all of them restart at once: up to so many minutes later. */
      rebootWithinMinutes: whole(0, 240),
      maintenance: f.optional(z.strictObject({ from: timeOfDay(), until: timeOfDay() })),
      launcher: f.optional(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/)),
      ),
      storeVisible: flag(),
      lockStatusBar: flag(),
      lockHome: flag(),
      lockRecents: flag(),
      /** Whether packages may be installed by hand. */
      sideLoad: flag(),
      usbDebug: flag(),
      /** The only applications that people may start; the launcher needs no mention. */
      kioskApps: packages(),
      /** Whether a picture of its screen may be taken from afar. */
      screenshot: flag(),
      remoteControl: f.optional(z.enum(remotePolicies)),
      logLevel: f.optional(z.enum(terminalLogLevels)),
      /** Megabytes of its own log that a terminal keeps; the oldest entries go. */
      logRingMb: whole(1, 1024),
      /** Downloads at the same time. */
      downloadsAtOnce: whole(1, 3),
      /** Kilobytes a second of all downloads together. 0: as fast as they come. */
      downloadKbps: whole(0, 1_000_000),
      downloadWifiOnly: flag(),
      /** Megabytes a day over networks that cost by the byte. 0: no limit. */
      downloadMeteredMb: whole(0, 100_000),
      language: f.optional(
        z.string().check(z.trim(), z.maxLength(16), z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
      ),
      brightness: whole(0, 100),
      volume: whole(0, 100),
      wifi: f.optional(z.array(wifi()).check(z.maxLength(20))),
      /** Names of wireless networks that terminals never join, whoever says so. */
      wifiBlocked: networks(),
      apns: f.optional(z.array(apn()).check(z.maxLength(10))),
    }) as const,
)

const settings = once(() => z.object(functionalSettings()))
export type FunctionalSettings = z.output<ReturnType<typeof settings>>
export type FunctionalName = keyof FunctionalSettings
export const functionalNames = once(() =>
  Object.keys(functionalSettings()).filter(
    (name): name is FunctionalName => name in functionalSettings(),
  ),
)

const fields = once(() =>
  z.object({
    name: f.name(),
    level: z.enum(functionalLevels),
    /** Whose it is; none of the platform's own. */
    orgId: f.optional(f.id()),
    modelId: f.optional(f.id()),
    groupId: f.optional(f.id()),
    deviceId: f.optional(f.id()),
    remark: f.optional(f.text(500)),
    ...functionalSettings(),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    level: z.optional(z.enum(functionalLevels)),
    orgId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    state: z.optional(z.enum(['DRAFT', 'PUBLISHED'])),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.nullable(z.string()),
  modelName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  deviceSn: z.nullable(z.string()),
  /** In force; null: none was published. */
  revision: z.nullable(z.int()),
  publishedAt: z.nullable(f.moment()),
  /** Whether the form says something else than what is in force. */
  isChanged: z.boolean(),
  /** DRAFT until the first revision is published. */
  state: z.enum(['DRAFT', 'PUBLISHED']),
  /** Settings that it says something about. */
  settingCount: z.int(),
  /** Terminals at its target. */
  deviceCount: z.int(),
}))

/** The path that the calls of profiles share. */
export const functionalPath = '/admin/device/v1/functional'

const life = recyclable(functionalPath, 'FUNCTIONAL', { fields, filter, shown })
export type Functional = RowOf<typeof life>

const ofProfile = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Revisions that are shown of a profile. */
const mostRevisions = 100

const revision = once(() =>
  z.object({
    revision: z.int(),
    state: z.enum(['PUBLISHED', 'SUPERSEDED']),
    /** The earlier revision that it brought back. */
    restores: z.nullable(z.int()),
    deviceCount: z.int(),
    note: z.nullable(z.string()),
    publishedAt: f.moment(),
    publishedBy: z.nullable(z.string()),
    settings: settings(),
  }),
)
export type FunctionalRevision = z.output<ReturnType<typeof revision>>

const functionalImpact = once(() =>
  z.object({
    /** Exact unless `capped` is true: then it is for more terminals than these. */
    count: z.int(),
    capped: z.optional(z.boolean()),
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          modelName: z.string(),
        }),
      ),
    ),
  }),
)
export type FunctionalImpact = z.output<ReturnType<typeof functionalImpact>>

/** How the terminals of a profile stand to it, of those that the caller sees. */
const standing = once(() =>
  z.object({
    /** Terminals at its target; exact where `stands` is there. */
    count: z.int(),
    /** How many are of each; null: they are more than a list counts, and none is looked at. */
    stands: z.nullable(z.record(z.enum(profileStands), z.int())),
  }),
)
export type FunctionalStanding = z.output<ReturnType<typeof standing>>

/** What a publication needs: the version that its author saw, and how many terminals he was told of. */
const publication = once(() => ({
  version: z.int(),
  /** When it is another number by now, nothing happens and the answer says which. */
  count: z.int().check(z.minimum(0)),
  note: f.optional(f.text(255)),
}))

/** Profiles of what agents do: a draft each, and revisions of which one is in force. */
export const functionals = {
  ...life,
  /** How many terminals a publication would be for, and what would change for them. */
  impact: get(`${functionalPath}/impact/{id}`, 'FUNCTIONAL_DETAIL', () => ({
    ...ofProfile(),
    reply: z.object({ count: z.int(), changed: z.array(z.enum(functionalNames())) }),
  })),
  /** Changes nothing: for how many terminals published profiles would hold, or hold no more. */
  rowsImpact: post(`${functionalPath}/impact/rows`, 'FUNCTIONAL_LIST', () => ({
    body: z
      .strictObject({
        ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
        /** In place of them: all rows that the list shows under this. */
        matching: z.optional(
          z.strictObject({ keyword: z.optional(f.text(128)), ...filter().shape }),
        ),
        holds: z.boolean(),
        withRows: z._default(z.boolean(), false),
      })
      .check(
        z.refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
          error: 'rule.required',
          path: ['ids'],
        }),
      ),
    reply: functionalImpact(),
  })),
  /** How the terminals stand to it where it is in force; `orgId`: only those of this organisation and below. */
  standing: get(`${functionalPath}/standing/{id}`, 'FUNCTIONAL_DETAIL', () => ({
    ...ofProfile(),
    query: z.strictObject({ orgId: z.optional(f.id()) }),
    reply: standing(),
  })),
  publish: put(`${functionalPath}/publish/{id}`, 'FUNCTIONAL_PUBLISH', () => ({
    ...ofProfile(),
    body: z.strictObject(publication()),
    reply: life.detail.schemas.reply,
  })),
  /** Publishes an earlier revision again, as a new one. */
  rollback: put(`${functionalPath}/rollback/{id}`, 'FUNCTIONAL_PUBLISH', () => ({
    ...ofProfile(),
    body: z.strictObject({ ...publication(), revision: z.int().check(z.minimum(1)) }),
    reply: life.detail.schemas.reply,
  })),
  /** The newest first. */
  revisions: get(`${functionalPath}/revision/{id}`, 'FUNCTIONAL_DETAIL', () => ({
    ...ofProfile(),
    reply: z.array(revision()).check(z.maxLength(mostRevisions)),
  })),
}

export { mostRevisions as mostFunctionalRevisions }

/**
 * Where a value comes from. `PARAMETER`: the installation's own; `AGENT`: nobody says, the agent decides;
 * `LIFECYCLE`: the state of its life says it, whatever everybody else says.
 */
export const settingSources = [
  'AGENT',
  'PARAMETER',
  'MODEL_SHEET',
  'PLATFORM',
  'ORGANIZATION_SETTING',
  'ORGANIZATION',
  'MODEL',
  'GROUP',
  'DEVICE',
  'LIFECYCLE',
] as const
export type SettingSource = (typeof settingSources)[number]

/** Organisations and models may say what a profile may not. */
const said = once(() =>
  z.extend(settings(), {
    heartbeatSeconds: z.nullable(z.int()),
    locationMinutes: z.nullable(z.int()),
  }),
)

const effective = once(() =>
  z.object({
    sn: z.string(),
    /** Revision that the terminal is told. */
    rev: z.int(),
    /** Revision that it says it holds; null: it has not said. */
    appliedRev: z.nullable(z.int()),
    /** FAILED: it holds the revision, and says that it cannot do some of it. */
    state: z.enum(['PENDING', 'APPLIED', 'FAILED']),
    refused: z.array(z.string()),
    /** When it told which of them it obeys. */
    reportedAt: z.nullable(f.moment()),
    values: said(),
    sources: z.record(
      z.string(),
      z.object({
        source: z.enum(settingSources),
        /** Null where the reader does not see it. */
        id: z.nullable(f.id()),
        name: z.nullable(z.string()),
        revision: z.nullable(z.int()),
      }),
    ),
  }),
)
export type EffectiveSettings = z.output<ReturnType<typeof effective>>

/** What holds for one terminal. */
export const effectiveSettings = {
  effective: get(`${functionalPath}/effective/{deviceId}`, 'FUNCTIONAL_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id() }),
    reply: effective(),
  })),
}
