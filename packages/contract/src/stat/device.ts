import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { severities } from '../device/event.ts'
import { unusedQuery, unusedReply } from './app.ts'
import { estateFilter, estateSpan, statGrains } from './estate.ts'

/** What terminals are told apart by. */
export const estateParts = [
  'ORGANIZATION',
  'MODEL',
  'VENDOR',
  'CATEGORY',
  'LIFECYCLE',
  'AREA',
  'AWAY',
  'NETWORK',
  'BATTERY',
  'SIGNAL',
  'STORAGE',
] as const
export type EstatePart = (typeof estateParts)[number]

/** How terminals leave the estate. */
export const leavings = ['REMOVED', 'SCRAPPED', 'REPLACED', 'LOST'] as const
export type Leaving = (typeof leavings)[number]

/** The lower ends of the steps that are told apart: percent, and megabytes of free storage. */
export const percentSteps = [0, 20, 40, 60, 80] as const
export const storageSteps = [0, 512, 1024, 2048, 4096] as const

/** Hours after which a terminal that is away is counted as such. */
export const awaySteps = [24, 72, 168, 720] as const

/** For how many hours nothing has been heard of a terminal in service, or that nothing ever was. */
export const silences = ['24', '72', '168', '720', 'NEVER'] as const
export type Silence = (typeof silences)[number]

/** The life cycles in which a terminal is expected to be there. */
export const serviceLifecycles = ['ACTIVE', 'SUSPENDED'] as const

/** Records by which terminals in service are told apart. */
export const serviceParts = ['ORGANIZATION', 'MODEL'] as const
export type ServicePart = (typeof serviceParts)[number]

/** Quarters of a year that a cliff of expiries shows. */
export const expiryQuarters = 12

const base = '/admin/stat/v1/device'
const whole = once(() => z.int())
const query = once(() => z.strictObject(estateFilter()))
/** Terminals by what of theirs ends: their warranty, the support and the approval (PCI PTS) of their model. */
const ending = once(() => ({ warranty: whole(), support: whole(), pts: whole() }))
/** When the differences were last added up; null: never. */
const countedAt = once(() => z.nullable(f.moment()))
const heard = once(() => ({
  /** Terminals in service. */
  terminals: whole(),
  /** Those of them that are not heard of; who is silent for a week is so for a day, too. */
  silent: z.record(z.enum(silences), whole()),
}))

/** STATISTICS_DEVICE: what the estate is made of and how it does; each figure is cut to the caller's scope. */
export const deviceStat = {
  /** How terminals divide. */
  distribution: get(`${base}/distribution`, 'STATISTICS_DEVICE', () => ({
    query: z.strictObject({ ...estateFilter(), by: z.enum(estateParts) }),
    reply: z.object({
      total: whole(),
      /** The ten with most terminals, or all steps of what is measured, in their order. */
      parts: z.array(
        z.object({
          /** An id, a code, or the lower end of a step. */
          key: z.string(),
          /** Of a record; null: the key says it. */
          name: z.nullable(z.string()),
          count: whole(),
          /** Of an organisation: with those below it. */
          withBelow: z.boolean(),
        }),
      ),
      others: whole(),
      /** Terminals that never told it, or that have none. */
      unknown: whole(),
      countedAt: countedAt(),
    }),
  })),
  /** What happened, step by step. */
  trend: get(`${base}/trend`, 'STATISTICS_DEVICE', () => ({
    query: z.strictObject({
      ...estateFilter(),
      ...estateSpan(),
      grain: z.optional(z.enum(statGrains)),
    }),
    reply: z.object({
      grain: z.enum(statGrains),
      points: z.array(
        z.object({
          at: f.moment(),
          /** Terminals in service at its end (ACTIVE and SUSPENDED); null: it was not counted then. */
          terminals: z.nullable(whole()),
          /** The mean of those online; null: nobody counted then. */
          online: z.nullable(z.number()),
          /** What nine of ten hours did not fall below; null: hours are kept for a month only. */
          low: z.nullable(z.number()),
          activated: whole(),
          left: z.record(z.enum(leavings), whole()),
          alarms: z.record(z.enum(severities), whole()),
          /** Repairs that were asked for. */
          failures: whole(),
          /** Hours of it that have passed. */
          hours: z.number(),
        }),
      ),
      /** Percent of the time in service that terminals shall be online, as agreed; null: nothing is. */
      agreed: z.nullable(z.number()),
      countedAt: countedAt(),
    }),
  })),
  /** Terminals in service that are not heard of. */
  silent: get(`${base}/silent`, 'STATISTICS_DEVICE', () => ({
    query: z.strictObject({
      ...estateFilter(),
      by: z._default(z.enum(serviceParts), 'ORGANIZATION'),
    }),
    reply: z.object({
      all: z.object(heard()),
      /** The ten with most that are silent for a week or have never been heard of. */
      parts: z.array(
        z.object({
          key: f.id(),
          name: z.string(),
          /** Of an organisation: with those below it. */
          withBelow: z.boolean(),
          ...heard(),
        }),
      ),
      countedAt: countedAt(),
    }),
  })),
  /** How much of the time in service terminals were online, by organisation. */
  availability: get(`${base}/availability`, 'STATISTICS_DEVICE', () => ({
    query: z.strictObject({
      ...estateFilter(),
      ...estateSpan(),
      grain: z.optional(z.enum(statGrains)),
    }),
    reply: z.object({
      grain: z.enum(statGrains),
      steps: z.array(f.moment()),
      /** Percent of the time in service that is agreed; null: nothing is. */
      agreed: z.nullable(z.number()),
      /** The ten with most terminals in service, the worst first. */
      organizations: z.array(
        z.object({
          orgId: f.id(),
          name: z.string(),
          /** With those below it. */
          withBelow: z.boolean(),
          /** In service now. */
          terminals: whole(),
          /** Percent; null: nobody counted, as in a step of it. */
          share: z.nullable(z.number()),
          /** Null: nothing is agreed, or nobody counted. */
          isMet: z.nullable(z.boolean()),
          shares: z.array(z.nullable(z.number())),
        }),
      ),
      countedAt: countedAt(),
    }),
  })),
  /** Alarms that were raised, by model. */
  alarm: get(`${base}/alarm`, 'STATISTICS_DEVICE', () => ({
    query: z.strictObject({ ...estateFilter(), ...estateSpan() }),
    reply: z.object({
      /** The ten with most alarms a terminal. */
      models: z.array(
        z.object({
          modelId: f.id(),
          name: z.string(),
          alarms: whole(),
          terminals: whole(),
          failures: whole(),
        }),
      ),
      kinds: z.array(z.object({ kind: z.string(), count: whole() })),
      countedAt: countedAt(),
    }),
  })),
  /** Of each mandatory application: terminals that are online and have it, and have not opened it for so many days. */
  idle: get(`${base}/idle`, 'STATISTICS_DEVICE', () => ({
    query: unusedQuery(),
    reply: unusedReply(),
  })),
  /** How many terminals leave their warranty, and the support and the approval of their model, by quarters. */
  expiry: get(`${base}/expiry`, 'STATISTICS_DEVICE', () => ({
    query: query(),
    reply: z.object({
      /** Terminals of which it ended before the first quarter. */
      ended: z.object(ending()),
      /** From the first day of each to the last. */
      quarters: z.array(z.object({ from: f.day(), to: f.day(), ...ending() })),
      later: z.object(ending()),
      /** Without any that is known. */
      unknown: z.object(ending()),
      countedAt: countedAt(),
    }),
  })),
}
