import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { planStates } from '../upgrade/planStates.ts'

/** Plans that are compared at once. */
export const leastCompared = 2
export const mostCompared = 5

/** By what failures are told apart. */
export const failureKinds = ['CODE', 'MODEL', 'ORG', 'NETWORK', 'HOUR'] as const
export type FailureKind = (typeof failureKinds)[number]

const base = '/admin/stat/v1/plan'
const whole = once(() => z.int())

const planFigures = once(() =>
  z.object({
    id: f.id(),
    planNo: z.string(),
    name: z.string(),
    orgName: z.string(),
    versionNames: z.array(z.string()),
    state: z.enum(planStates),
    startedAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
    /** Terminals, and what became of them, as far as the caller sees them. */
    size: whole(),
    succeeded: whole(),
    failed: whole(),
    /** Of those that failed. This and all below that may be null is told of plans that the caller sees as a whole. */
    timedOut: z.nullable(whole()),
    leftOut: whole(),
    /** Seconds from when it was wanted of a terminal until it was done; null: of none yet. */
    meanSeconds: z.nullable(whole()),
    /** What 95 of 100 were done within, right within a tenth. */
    slowSeconds: z.nullable(whole()),
    wave: whole(),
    waveCount: whole(),
    pauses: z.nullable(whole()),
    /** Terminals that were to have what ran before again. */
    rolledBack: z.nullable(whole()),
    bytes: z.nullable(whole()),
  }),
)
export type PlanFigures = z.output<ReturnType<typeof planFigures>>

const filter = once(() =>
  z.object({
    state: z.optional(z.enum([...planStates, 'OPEN'])),
    orgId: z.optional(f.id()),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** STATISTICS_PLAN: how plans went, one beside the other. */
export const planStat = {
  /** Plans that have begun, the latest first. */
  page: get(`${base}/page`, 'STATISTICS_PLAN', () => ({
    query: pageQuery(filter()),
    reply: pageOf(planFigures()),
  })),
  /** Some plans with how far each had come, in minutes since its beginning; nothing of those that the caller sees a part of. */
  compare: get(`${base}/compare`, 'STATISTICS_PLAN', () => ({
    query: z.strictObject({
      ids: z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,4}$/)),
    }),
    reply: z.object({
      plans: z.array(
        z.extend(planFigures(), {
          curve: z.array(z.object({ minute: z.number(), succeeded: whole(), failed: whole() })),
        }),
      ),
    }),
  })),
  /** What failed in some plans together, the most frequent first; of those that the caller sees as a whole. */
  error: get(`${base}/error`, 'STATISTICS_PLAN', () => ({
    query: z.strictObject({
      ids: z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,4}$/)),
      by: z._default(z.enum(failureKinds), 'CODE'),
    }),
    reply: z.object({
      parts: z.array(z.object({ key: z.string(), name: z.nullable(z.string()), count: whole() })),
      others: whole(),
    }),
  })),
}
