import * as z from 'zod/mini'
import { mostNamed } from '../core/batch.ts'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { paramDifference, paramsPath, refusedParam } from './assignment.ts'
import { paramDeliveryStates, paramSources, paramWaits } from './assignmentStates.ts'
import { paramLabel, pid } from './field.ts'

const effectiveValue = once(() =>
  z.object({
    pid: pid(),
    label: paramLabel(),
    /** As it is delivered; null: a secret. */
    value: z.nullable(z.string()),
    /** As it stands where it comes from, where variables are in it. */
    written: z.nullable(z.string()),
    isSecret: z.boolean(),
    source: z.enum(paramSources),
    /** The assignment; null where there is none, or the reader does not see it. */
    assignmentId: z.nullable(f.id()),
    assignmentName: z.nullable(z.string()),
    /** Since when this value stands there, and who put it there. */
    since: f.moment(),
    by: z.nullable(z.string()),
    note: z.nullable(z.string()),
  }),
)
export type EffectiveParam = z.output<ReturnType<typeof effectiveValue>>

const effective = once(() =>
  z.object({
    sn: z.string(),
    appId: f.id(),
    /** Null: nobody says anything about this application and terminal at that moment. */
    held: z.nullable(
      z.object({
        revision: z.int(),
        templateRevId: f.id(),
        state: z.enum(paramDeliveryStates),
        since: f.moment(),
        until: z.nullable(f.moment()),
        /** Parameters whose variables nobody sets. */
        unresolved: z.array(pid()),
        values: z.array(effectiveValue()),
      }),
    ),
  }),
)
export type EffectiveParams = z.output<ReturnType<typeof effective>>

/** How far a terminal is with the values of an application. */
const appOfDevice = once(() =>
  z.object({
    appId: f.id(),
    appName: z.string(),
    package: z.string(),
    templateName: z.string(),
    templateRevision: z.int(),
    state: z.enum(paramDeliveryStates),
    /** Of PENDING: why it has not left; null: it is about to. */
    waitsFor: z.nullable(z.enum(paramWaits)),
    /** Rises with each change of what the terminal should have. */
    revision: z.int(),
    since: f.moment(),
    /** Parameters whose variables nobody sets. */
    unresolved: z.array(pid()),
    /** Rules over many terminals that hold them back. */
    heldBy: z.array(z.object({ ruleId: f.id(), name: z.string() })),
    /** Of PARTLY_APPLIED: what the application did not take. */
    refused: z.array(refusedParam()),
    /** Of DRIFT: parameters that somebody changed on the terminal, as far as it tells them. */
    edits: z.array(pid()),
    /** Whether the terminal says that it runs with just these; null: it has said nothing yet. */
    isProved: z.nullable(z.boolean()),
    provedAt: z.nullable(f.moment()),
  }),
)
export type ParamsOfApp = z.output<ReturnType<typeof appOfDevice>>

/** What holds for one terminal, or held. */
export const effectiveParams = {
  /** Applications whose parameters somebody says something about for a terminal. */
  apps: get(`${paramsPath}/device/{deviceId}`, 'PARAM_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id() }),
    reply: z.array(appOfDevice()),
  })),
  /** Brings it what it should have of an application, whenever it was meant to come. */
  bring: post(`${paramsPath}/device/push/{deviceId}/{appId}`, 'PARAM_PUSH', () => ({
    params: z.strictObject({ deviceId: f.id(), appId: f.id() }),
    /** 0: it has it already, is being told, or a variable has no value. */
    reply: z.object({ count: z.int() }),
  })),
  /** The same of many terminals and applications; of those that the caller does not see all of it is refused. */
  bringMany: put(`${paramsPath}/device/push`, 'PARAM_PUSH', () => ({
    body: z.strictObject({
      of: z
        .array(z.strictObject({ deviceId: f.id(), appId: f.id() }))
        .check(z.minLength(1), z.maxLength(mostNamed)),
    }),
    reply: z.object({ count: z.int() }),
  })),
  effective: get(`${paramsPath}/effective/{deviceId}/{appId}`, 'PARAM_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id(), appId: f.id() }),
    query: z.strictObject({
      /**
       * At that moment; now, unless said. Of a moment to come: what it will be once everything that is
       * scheduled until then has happened, and nothing else.
       */
      at: z.optional(f.moment()),
    }),
    reply: effective(),
  })),
  /**
   * In what a terminal differs: from itself at another moment, from another terminal, or from what an
   * assignment brings about at its target. A secret differs that comes from somewhere else.
   */
  diff: get(`${paramsPath}/effective/{deviceId}/{appId}/diff`, 'PARAM_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id(), appId: f.id() }),
    query: z
      .strictObject({
        /** At that moment; now, unless said. Another terminal is asked of the same moment. */
        at: z.optional(f.moment()),
        otherAt: z.optional(f.moment()),
        otherDeviceId: z.optional(f.id()),
        assignmentId: z.optional(f.id()),
      })
      .check(
        z.refine(
          ({ otherAt, otherDeviceId, assignmentId }) =>
            [otherAt, otherDeviceId, assignmentId].filter((one) => one !== undefined).length === 1,
          'param.oneOther',
        ),
      ),
    reply: z.object({
      /** Serial number of the terminal. */
      sn: z.string(),
      /** Serial number of the other terminal, or name of the assignment. */
      other: z.string(),
      /** The other side before, the terminal after. */
      differences: z.array(paramDifference()),
      /** Differences that the caller is not shown: of advanced parameters. */
      hiddenCount: z.int(),
    }),
  })),
  /** Terminals that have a value, each with its application. */
  search: get(`${paramsPath}/search`, 'PARAM_LIST', () => ({
    query: z.strictObject({
      pid: pid(),
      value: z.string().check(z.maxLength(200)),
      /** Goes on behind this terminal. */
      after: z.optional(f.id()),
    }),
    reply: z.object({
      devices: z.array(
        z.object({ deviceId: f.id(), sn: z.string(), appId: f.id(), appName: z.string() }),
      ),
      next: z.nullable(f.id()),
    }),
  })),
}
