import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { appSources } from '../device/taskSteps.ts'
import { appActs, appTriggers } from '../log/appLog.ts'
import { logPageOf, logSpan } from '../log/actionLog.ts'
import { estateFilter, estateSpan, statGrains } from './estate.ts'

const base = '/admin/stat/v1/apk'
const useBase = '/admin/stat/v1/deviceapk'
const whole = once(() => z.int())
const ofApp = once(() => ({ ...estateFilter(), appId: f.id() }))
const spanned = once(() => ({ ...ofApp(), ...estateSpan() }))
const stepped = once(() => z.strictObject({ ...spanned(), grain: z.optional(z.enum(statGrains)) }))
/** When the differences were last added up; null: never. */
const countedAt = once(() => z.nullable(f.moment()))

const version = once(() =>
  z.object({
    code: whole(),
    name: z.nullable(z.string()),
    terminals: whole(),
  }),
)

/** A terminal that has an application. */
const holder = once(() =>
  z.object({
    /** The terminal's. */
    id: f.id(),
    sn: z.string(),
    orgName: z.string(),
    modelName: z.string(),
    appName: z.string(),
    versionCode: whole(),
    versionName: z.nullable(z.string()),
    source: z.nullable(z.enum(appSources)),
    lastUpdatedAt: z.nullable(f.moment()),
    lastUsedAt: z.nullable(f.moment()),
  }),
)
export type AppHolder = z.output<ReturnType<typeof holder>>

const holderFilter = once(() =>
  z.object({
    ...estateFilter(),
    appId: z.optional(f.id()),
    versionCode: z.optional(f.queryNumber()),
    source: z.optional(z.enum(appSources)),
    /** Terminals in service on which nobody has opened it for so many days. */
    unusedDays: z.optional(f.queryNumber().check(z.minimum(1), z.maximum(366))),
    /** Those that are online now. */
    online: z.optional(z.enum(['1'])),
  }),
)

/** What is asked of applications that nobody opens. */
export const unusedQuery = once(() =>
  z.strictObject({
    ...estateFilter(),
    unusedDays: z._default(f.queryNumber().check(z.minimum(1), z.maximum(366)), 7),
  }),
)

/** Of each mandatory application: who has it, and who of them has not opened it for so many days. */
export const unusedReply = once(() =>
  z.object({
    apps: z.array(
      z.object({
        appId: f.id(),
        name: z.string(),
        package: z.string(),
        terminals: whole(),
        unused: whole(),
      }),
    ),
  }),
)

/** STATISTICS_APK: how an application is spread and how it does; each figure is cut to the caller's scope. */
export const appStat = {
  /** Who has it now, and in which version. */
  summary: get(`${base}/summary`, 'STATISTICS_APK', () => ({
    query: z.strictObject(ofApp()),
    reply: z.object({
      package: z.string(),
      terminals: whole(),
      /** Its newest version that is published, else the newest that is installed; null: there is none. */
      newest: z.nullable(version()),
      /** The newest first, at most twenty. */
      versions: z.array(version()),
      sideLoaded: whole(),
    }),
  })),
  /** What was done with it, and how it was used, step by step. */
  trend: get(`${base}/trend`, 'STATISTICS_APK', () => ({
    query: stepped(),
    reply: z.object({
      grain: z.enum(statGrains),
      /** What it is about, to before `to`: the first step and the last may reach beyond. */
      from: f.moment(),
      to: f.moment(),
      points: z.array(
        z.object({
          at: f.moment(),
          acts: z.record(z.enum(appActs), whole()),
          /** Days of terminals that told of its use, and those on which it was opened. */
          days: whole(),
          active: whole(),
          launches: whole(),
          minutes: whole(),
          kilobytes: whole(),
          crashes: whole(),
          anrs: whole(),
        }),
      ),
      countedAt: countedAt(),
    }),
  })),
  /** Installs and updates by the version that they led to, step by step. */
  version: get(`${base}/version`, 'STATISTICS_APK', () => ({
    query: stepped(),
    reply: z.object({
      grain: z.enum(statGrains),
      /** The five that most came to, the newest first. */
      versions: z.array(z.object({ code: whole(), name: z.nullable(z.string()) })),
      points: z.array(z.object({ at: f.moment(), counts: z.array(whole()), others: whole() })),
      countedAt: countedAt(),
    }),
  })),
  /** Why installs and removals failed, the most frequent cause first. */
  error: get(`${base}/error`, 'STATISTICS_APK', () => ({
    query: z.strictObject(spanned()),
    reply: z.object({
      /** The whole days that it counts, to before `to`. */
      from: f.moment(),
      to: f.moment(),
      done: whole(),
      failed: whole(),
      codes: z.array(z.object({ code: z.string(), count: whole() })),
      countedAt: countedAt(),
    }),
  })),
  /** Of each version that was tried, how often it came and how often it failed to, the newest first. */
  failure: get(`${base}/failure`, 'STATISTICS_APK', () => ({
    query: z.strictObject(spanned()),
    reply: z.object({
      /** The whole days that it counts, to before `to`. */
      from: f.moment(),
      to: f.moment(),
      /** Those that the platform knows; of others nobody has a list. */
      versions: z.array(z.object({ code: whole(), done: whole(), failed: whole() })),
      countedAt: countedAt(),
    }),
  })),
  /** What removals came of, the most frequent cause first. */
  removal: get(`${base}/removal`, 'STATISTICS_APK', () => ({
    query: z.strictObject(spanned()),
    reply: z.object({
      /** The whole days that it counts, to before `to`. */
      from: f.moment(),
      to: f.moment(),
      removed: whole(),
      causes: z.array(z.object({ trigger: z.enum(appTriggers), count: whole() })),
      countedAt: countedAt(),
    }),
  })),
  /** How fast its newest version came to the terminals that have the application. */
  speed: get(`${base}/speed`, 'STATISTICS_APK', () => ({
    query: z.strictObject(ofApp()),
    reply: z.object({
      newest: z.nullable(z.object({ code: whole(), name: z.nullable(z.string()) })),
      terminals: whole(),
      reached: whole(),
      firstAt: z.nullable(f.moment()),
      /** Hours from the first terminal until so many percent had it; null: not yet. */
      steps: z.array(z.object({ percent: whole(), hours: z.nullable(z.number()) })),
    }),
  })),
  /** The terminals that a figure counts. */
  page: get(`${base}/terminal/page`, 'STATISTICS_APK', () => ({
    query: pageQuery(holderFilter()),
    reply: pageOf(holder()),
  })),
}
export type AppSummary = z.output<(typeof appStat.summary)['schemas']['reply']>

const used = once(() =>
  z.object({
    id: f.id(),
    /** Midnight of the day, which is the terminal's own. */
    at: f.moment(),
    day: f.day(),
    deviceId: f.id(),
    sn: z.nullable(z.string()),
    isThere: z.boolean(),
    package: z.string(),
    appName: z.nullable(z.string()),
    versionCode: z.nullable(whole()),
    launches: whole(),
    minutes: whole(),
    kilobytes: whole(),
    crashes: whole(),
    anrs: whole(),
    lastUsedAt: z.nullable(f.moment()),
    orgName: z.nullable(z.string()),
    modelName: z.nullable(z.string()),
  }),
)
export type AppUse = z.output<ReturnType<typeof used>>

/** STATISTICS_DEVICE_APK_LOG: how applications are used, terminal by terminal and day by day. */
export const appUse = {
  page: get(`${useBase}/page`, 'STATISTICS_DEVICE_APK', () => ({
    query: pageQuery(
      z.object({
        ...logSpan(),
        orgId: z.optional(f.id()),
        modelId: z.optional(f.id()),
        appId: z.optional(f.id()),
        package: z.optional(f.text(128)),
        sn: z.optional(f.text(32)),
        /** OPENED: at least once; UNOPENED: not at all; CRASHED: it crashed or did not answer. */
        how: z.optional(z.enum(['OPENED', 'UNOPENED', 'CRASHED'])),
      }),
    ),
    reply: logPageOf(used()),
  })),
  /** When it is opened: by the hour of the day, and by the day of the week (Monday first). */
  trend: get(`${useBase}/trend`, 'STATISTICS_DEVICE_APK', () => ({
    query: z.strictObject(spanned()),
    reply: z.object({
      hours: z.array(whole()),
      weekdays: z.array(whole()),
      countedAt: countedAt(),
    }),
  })),
  /** Of each mandatory application: terminals in service that have it and have not opened it for so many days. */
  unused: get(`${useBase}/unused`, 'STATISTICS_DEVICE_APK', () => ({
    query: unusedQuery(),
    reply: unusedReply(),
  })),
  /** The terminals that it counts. */
  unusedPage: get(`${useBase}/unused/page`, 'STATISTICS_DEVICE_APK', () => ({
    query: pageQuery(holderFilter()),
    reply: pageOf(holder()),
  })),
}
