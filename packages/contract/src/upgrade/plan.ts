import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { get, post, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery, spans, stateCountQuery, stateCounts } from '../core/page.ts'
import { type NewOf, type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { pushTargets } from '../device/push.ts'
import { itemStates } from '../device/taskItem.ts'
import { upgradeParts } from './parts.ts'
import { planOptions, planRate, planWave, waveKinds } from './planOptions.ts'
import {
  planFigures,
  planOutcomes,
  planReasons,
  planStates,
  planWaveStates,
  practiceStates,
  terminalWaits,
  unreached,
  waveWaits,
} from './planStates.ts'

/** Versions that a plan brings, one after the other. */
export const mostPlanVersions = 5
/** Waves that a plan may have. */
export const mostWaves = 20
/** Terminals that a plan may pass by, by their serial numbers. */
export const mostExcluded = 10_000

/** FIXED: those that it finds when it begins; DYNAMIC: also those that match later, as long as it runs. */
export const planMemberships = ['FIXED', 'DYNAMIC'] as const

/** What becomes of a plan whose wave has failed. */
export const failureActs = ['PAUSE', 'ABORT'] as const

const fields = once(() =>
  z.object({
    name: f.title(),
    orgId: f.id(),
    purpose: f.optional(f.text(500)),
    /** The number under which the change was asked for elsewhere. */
    ticketNo: f.optional(f.text(64)),
    /** In the order in which each terminal gets them. */
    versionIds: z.array(f.id()).check(z.minLength(1), z.maxLength(mostPlanVersions)),
    targets: pushTargets(),
    membership: z._default(z.enum(planMemberships), 'FIXED'),
    /** Serial numbers of terminals that are passed by. */
    excluded: z._default(z.array(f.serialNumber()).check(z.maxLength(mostExcluded)), []),
    waveKind: z._default(z.enum(waveKinds), 'SINGLE'),
    waves: z.array(planWave()).check(z.minLength(1), z.maxLength(mostWaves)),
    onFailure: z._default(z.enum(failureActs), 'PAUSE'),
    /** With ABORT: those that have the version already are brought back. */
    rollsBack: z._default(z.boolean(), false),
    startAt: f.optional(f.moment()),
    endAt: f.optional(f.moment()),
    options: z._default(planOptions(), planOptions().parse({})),
  }),
)

const filter = once(() =>
  z.object({
    /** OPEN: all that have not ended. */
    state: z.optional(z.enum([...planStates, 'OPEN'])),
    /** 1: waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    versionId: z.optional(f.id()),
    /** One of its versions is of this part of terminals. */
    kind: z.optional(z.enum(upgradeParts)),
    /** One of its versions is for a model of this maker. */
    vendorId: z.optional(f.id()),
    /** One of its versions is for this model. */
    modelId: z.optional(f.id()),
    orgId: z.optional(f.id()),
    createdById: z.optional(f.id()),
    /** Began, or is to begin, from then on, and before. */
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

/** Terminals of a plan or a wave, by what has become of them. */
const figures = once(
  () =>
    ({
      size: z.int(),
      /** Not told yet, or told and not accepted; also those that wait for another plan. */
      waiting: z.int(),
      active: z.int(),
      /** Have the version, by their own word, and are not proved well yet. */
      installed: z.int(),
      /** Have it, were back in time and are well. */
      succeeded: z.int(),
      failed: z.int(),
      /** Have not been heard of since they installed. */
      noContact: z.int(),
      /** Were back in time, but did not say that they are well. */
      unwell: z.int(),
      /** Passed by, called off, given up because they were never there, or not reached before the plan ended. */
      leftOut: z.int(),
    }) as const,
)

const shown = once(() => ({
  orgName: z.string(),
  planNo: z.string(),
  versionNames: z.array(z.string()),
  kinds: z.array(z.string()),
  state: z.enum(planStates),
  reason: z.nullable(z.string()),
  /** The wave that it is at, from 1; 0: it has not begun. */
  wave: z.int(),
  waveCount: z.int(),
  ...figures(),
  /** The figures are of all its terminals, not only of those that the reader sees. */
  seesAll: z.boolean(),
  needsApproval: z.boolean(),
  /** It waits for a decision that the reader may take. */
  waitsForMe: z.boolean(),
  /** How many are told a minute now. */
  rateNow: z.nullable(z.int()),
  /** How it went when it was tried last; null: it was not. */
  practice: z.nullable(
    z.object({
      state: z.enum(practiceStates),
      planState: z.nullable(z.enum(planStates)),
      /** Minutes until all had ended. */
      minutes: z.nullable(z.number()),
      failed: z.int(),
      size: z.int(),
      /** Whether the plan still says what was tried. */
      isCurrent: z.boolean(),
    }),
  ),
  startedAt: z.nullable(f.moment()),
  endedAt: z.nullable(f.moment()),
  createdById: z.nullable(f.id()),
  createdByName: z.nullable(z.string()),
  submittedByName: z.nullable(z.string()),
  approvedByName: z.nullable(z.string()),
}))

/** The path that the calls of plans share. */
export const plansPath = '/admin/upgrade/v1/plan'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

const life = recyclable(plansPath, 'PLAN', { fields, filter, shown })
export type Plan = RowOf<typeof life>
export type PlanForm = NewOf<typeof life>

const moved = once(() => ({ ...withId(), reply: life.detail.schemas.reply }) as const)
const because = once(() => z.strictObject({ reason: f.text(255).check(z.minLength(1)) }))
/** The plan as whoever decides has read it. */
const asRead = once(() => z.strictObject({ version: z.int() }))

/** For whom a plan is to be, before it is saved. */
const aim = once(() => z.pick(fields(), { versionIds: true, targets: true, excluded: true }))
export type PlanAim = z.input<ReturnType<typeof aim>>

/** Terminals that one answer names. */
export const mostLeftOut = 1000

const leftOut = once(() =>
  z.object({
    id: f.id(),
    sn: z.string(),
    orgName: z.string(),
    modelName: z.string(),
    firmware: z.nullable(z.string()),
    code: z.string(),
  }),
)

/** A moment of a curve: minutes since the beginning, and terminals that have ended by then. */
const point = once(() => z.object({ minute: z.number(), done: z.number() }))

export const planForecast = once(() =>
  z.object({
    /** Minutes until all have ended; null: never at this rate, or not before the plan ends. */
    minutes: z.nullable(z.number()),
    /** The most that is downloaded at once, in megabits a second. */
    peakMbits: z.number(),
    curve: z.array(point()),
    waves: z.array(z.object({ wave: z.int(), startMinute: z.number(), endMinute: z.number() })),
    /** Terminals that do not come to it before the plan ends. */
    late: z.int(),
  }),
)
export type PlanForecast = z.output<ReturnType<typeof planForecast>>

export const planWaveRow = once(() =>
  z.object({
    wave: z.int(),
    state: z.enum(planWaveStates),
    reason: z.nullable(z.enum(planReasons)),
    ...figures(),
    successPercent: z.int(),
    errorPercent: z.int(),
    errorCount: z.nullable(z.int()),
    soakMinutes: z.int(),
    startedAt: z.nullable(f.moment()),
    /** Until when it is watched. */
    soakUntil: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
    pushes: z.array(z.object({ id: f.id(), taskNo: z.string() })),
  }),
)
export type PlanWaveRow = z.output<ReturnType<typeof planWaveRow>>

/** Terminals of a wave that have not ended of which it is told what they wait for. */
export const mostWaiting = 2000

/** What a wave waits for, as the worker has found it; wave 0 is the plan before it has any. */
const wait = once(() =>
  z.object({
    wave: z.int(),
    for: z.enum(waveWaits),
    /** Of SUCCESS and ENDS: terminals that are so, and how many have to be; null: the reader does not see all. */
    count: z.nullable(z.int()),
    needed: z.nullable(z.int()),
    until: z.nullable(f.moment()),
    /** What its terminals wait for, as far as the reader sees them. */
    terminals: z.array(
      z.object({
        for: z.enum(terminalWaits),
        count: z.int(),
        /** When the first of them need not wait any more. */
        until: z.nullable(f.moment()),
        /** The hours, the name of the days, or why sending is halted. */
        reason: z.nullable(z.string()),
      }),
    ),
    /** Only the first {@link mostWaiting} of those that have not ended were looked at. */
    capped: z.boolean(),
  }),
)
export type PlanWait = z.output<ReturnType<typeof wait>>

/** A terminal of a plan. */
const terminal = once(() =>
  z.object({
    id: f.id(),
    sn: z.string(),
    orgName: z.string(),
    modelName: z.string(),
    wave: z.int(),
    figure: z.enum(planFigures),
    /** Of its last version that it was told of; null: it was told of none. */
    state: z.nullable(z.enum(itemStates)),
    code: z.nullable(z.string()),
    /** EXCLUDED: taken out before it was told; UNREACHED: the plan ended before its turn came. */
    outcome: z.nullable(z.enum([...planOutcomes, 'EXCLUDED', unreached])),
    waitsFor: z.nullable(z.enum(terminalWaits)),
    waitsReason: z.nullable(z.string()),
    waitsUntil: z.nullable(f.moment()),
  }),
)
export type PlanTerminal = z.output<ReturnType<typeof terminal>>

/** Plans: which terminals get a version, in waves, and when the next wave may begin. */
export const plans = {
  ...life,
  /** How many of those that a list shows are in each state that has not ended. */
  countStates: get(`${plansPath}/count/state`, 'PLAN_LIST', () => ({
    query: stateCountQuery(z.extend(filter(), spans())),
    reply: stateCounts(['OPEN', 'DRAFT', 'APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED']),
  })),
  /** How many terminals it would be for, and by which it would pass, with the reason of each. */
  precheck: post(`${plansPath}/precheck`, 'PLAN_ADD', () => ({
    body: aim(),
    reply: z.object({
      total: z.int(),
      eligible: z.int(),
      leftOut: z.array(
        z.object({ code: z.string(), count: z.int(), examples: z.array(z.string()) }),
      ),
      unknown: z.object({ count: z.int(), examples: z.array(z.string()) }),
      needsApproval: z.boolean(),
    }),
    unkept: true,
  })),
  /** For how many of the terminals that the caller sees a saved plan would be now, and how many it means. */
  meant: get(`${plansPath}/meant/{id}`, 'PLAN_DETAIL', () => ({
    ...withId(),
    reply: z.object({ total: z.int(), eligible: z.int() }),
  })),
  /** The terminals by which it would pass, in the order of their ids; `after`: those that follow this one. */
  leftOut: post(`${plansPath}/precheck/leftout`, 'PLAN_ADD', () => ({
    body: z.extend(aim(), { after: z.optional(f.id()) }),
    reply: z.object({ list: z.array(leftOut()), hasMore: z.boolean() }),
    unkept: true,
  })),
  /** When it would be done, and how much would be downloaded at once. */
  forecast: post(`${plansPath}/forecast`, 'PLAN_ADD', () => ({
    body: z.extend(
      z.pick(fields(), {
        versionIds: true,
        waveKind: true,
        waves: true,
        startAt: true,
        endAt: true,
        options: true,
      }),
      { eligible: z.int().check(z.minimum(0)) },
    ),
    reply: planForecast(),
    unkept: true,
  })),
  submit: put(`${plansPath}/submit/{id}`, 'PLAN_SUBMIT', moved),
  /** Takes it back before anybody has decided, as a draft: whoever handed it in, and who may write it. */
  withdraw: put(`${plansPath}/withdraw/{id}`, 'PLAN_SUBMIT', moved),
  /** Neither by anybody who has written it nor by whoever submitted it; of another version than he has read, by nobody. */
  approve: put(`${plansPath}/approve/{id}`, 'PLAN_APPROVE', () => ({ ...moved(), body: asRead() })),
  reject: put(`${plansPath}/reject/{id}`, 'PLAN_APPROVE', () => ({
    ...moved(),
    body: z.extend(asRead(), because().shape),
  })),
  start: put(`${plansPath}/start/{id}`, 'PLAN_CONTROL', moved),
  pause: put(`${plansPath}/pause/{id}`, 'PLAN_CONTROL', moved),
  /** Also of a wave that has failed: what failed until now is forgiven it. */
  resume: put(`${plansPath}/resume/{id}`, 'PLAN_CONTROL', moved),
  /** Nothing more of it is sent; terminals that were told are told to leave it be. */
  stop: put(`${plansPath}/stop/{id}`, 'PLAN_CONTROL', () => ({ ...moved(), body: because() })),
  /** The next wave begins now, whatever the one before has come to. */
  nextWave: put(`${plansPath}/nextwave/{id}`, 'PLAN_CONTROL', moved),
  /** Terminals that ended without success begin anew, those of one error code where one is named. */
  retry: put(`${plansPath}/retry/{id}`, 'PLAN_RETRY', () => ({
    ...withId(),
    body: z.strictObject({ code: z.optional(f.text(8)) }),
    reply: batchReply(),
  })),
  /** Passes by some of its terminals from now on. */
  exclude: put(`${plansPath}/exclude/{id}`, 'PLAN_CONTROL', () => ({
    ...withId(),
    body: z.strictObject({
      sns: z.array(f.serialNumber()).check(z.minLength(1), z.maxLength(1000)),
    }),
    reply: batchReply(),
  })),
  /** The same once more, as a draft. */
  clone: post(`${plansPath}/clone/{id}`, 'PLAN_ADD', moved),
  /** How many are told a minute from now on; null: as many as the organisation may. */
  setRate: put(`${plansPath}/rate/{id}`, 'PLAN_CONTROL', () => ({
    ...moved(),
    body: z.strictObject({ ratePerMinute: z.nullable(planRate()) }),
  })),
  /** Another end, later or none. */
  extend: put(`${plansPath}/extend/{id}`, 'PLAN_CONTROL', () => ({
    ...moved(),
    body: z.strictObject({ endAt: z.nullable(f.moment()) }),
  })),
  /** Stops it, and brings those that have the version back to what they had. */
  rollBack: post(`${plansPath}/rollback/{id}`, 'PLAN_ROLLBACK', moved),
  /** The terminals of a plan that the caller sees, by what has become of them and what they wait for. */
  terminals: get(`${plansPath}/terminals/{id}`, 'PLAN_DETAIL', () => ({
    ...withId(),
    query: pageQuery(
      z.object({
        wave: z.optional(f.queryNumber()),
        figure: z.optional(z.enum(planFigures)),
        waitsFor: z.optional(z.enum(terminalWaits)),
      }),
    ),
    reply: pageOf(terminal()),
  })),
  progress: get(`${plansPath}/progress/{id}`, 'PLAN_DETAIL', () => ({
    ...withId(),
    reply: z.object({
      /** With the terminals that the reader sees; what is told of the plan as a whole, only who sees all. */
      waves: z.array(planWaveRow()),
      waits: z.array(wait()),
      /** Terminals that wait for the end of another plan. */
      behindOthers: z.int(),
      curve: z.array(z.object({ at: f.moment(), succeeded: z.int(), failed: z.int() })),
      /** Terminals that were to have what ran before again, and what became of them; null: none were. */
      back: z.nullable(z.object({ size: z.int(), succeeded: z.int(), failed: z.int() })),
      /** When the rest would be done, as it goes now; null: nothing goes on. */
      forecast: z.nullable(planForecast()),
    }),
  })),
}
export type PlanProgress = ReplyOf<typeof plans.progress>
export type PlanPrecheck = ReplyOf<typeof plans.precheck>
