import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { get, post, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { groups } from '../device/group.ts'
import { pushItemRow } from '../device/push.ts'
import { noContact } from '../device/pushStates.ts'
import { serialsText } from '../device/serials.ts'
import { itemStates } from '../device/taskItem.ts'
import { upgradeParts } from './parts.ts'
import { planFaults, planOutcomes, planStates, planWaveStates } from './planStates.ts'

/** The result of a terminal that has got its version and was brought back: no terminal says this of itself. */
export const rolledBack = 'ROLLED_BACK'

/** Which results are meant, whatever has become of them. */
const which = once(
  () =>
    ({
      pushId: z.optional(f.id()),
      versionId: z.optional(f.id()),
      /** Of the pushes that came of this plan, without those of its way back. */
      planId: z.optional(f.id()),
      wave: z.optional(f.queryNumber()),
      sn: z.optional(f.text(32)),
      /** Exactly these, see {@link serialsText}. */
      sns: z.optional(serialsText()),
      orgId: z.optional(f.id()),
      modelId: z.optional(f.id()),
      from: z.optional(f.moment()),
      to: z.optional(f.moment()),
    }) as const,
)

const filter = once(
  () =>
    ({
      ...which(),
      /**
       * OPEN: not at its end; FAILED_ANY: at an end that is none of success; NO_CONTACT: silent since its restart;
       * ROLLED_BACK: its plan has brought it back to what it ran before.
       */
      state: z.optional(z.enum([...itemStates, 'OPEN', 'FAILED_ANY', noContact, rolledBack])),
      code: z.optional(f.text(8)),
      /** What its plan has found wrong with it after it had installed; most are well, and found by their state. */
      outcome: z.optional(z.enum(planFaults)),
    }) as const,
)

/** One terminal of an upgrade. */
const resultRow = once(() =>
  z.extend(pushItemRow(), {
    taskNo: z.string(),
    title: z.string(),
    part: z.enum(upgradeParts),
    /** What it ran when the upgrade was wanted of it. */
    fromVersion: z.nullable(z.string()),
    toVersion: z.string(),
    kbps: z.nullable(z.int()),
    /** What has become of it after it had installed, by its plan; null: nothing yet, or it is of no plan. */
    outcome: z.nullable(z.enum([...planOutcomes, rolledBack])),
    /** Null: it is of no plan. */
    planNo: z.nullable(z.string()),
    /** Null also where the reader does not see the plan: he is told its number alone. */
    planId: z.nullable(f.id()),
    planName: z.nullable(z.string()),
    /** Of its plan; null: it is on the way back, or of none. */
    wave: z.nullable(z.int()),
    /** Seconds from when it was accepted, or sent where it was not, to its end. */
    seconds: z.nullable(z.int()),
  }),
)

/**
 * What stands between a terminal and an upgrade, in the order in which it is met. SENDING: what keeps the
 * platform from telling it; TERMINAL: what it waits for itself.
 */
export const resultGates = [
  'PLAN',
  'WAVE',
  'OTHER_PLAN',
  'BEFORE',
  'SENDING',
  'TERMINAL',
  'CONTACT',
  'PROOF',
] as const
export type ResultGate = (typeof resultGates)[number]

const why = once(() =>
  z.object({
    plan: z.nullable(
      z.object({
        planNo: z.string(),
        /** Null, as name and reason: the reader does not see the plan. */
        id: z.nullable(f.id()),
        name: z.nullable(z.string()),
        state: z.enum(planStates),
        reason: z.nullable(z.string()),
        wave: z.int(),
        waveState: z.nullable(z.enum(planWaveStates)),
        waveReason: z.nullable(z.string()),
      }),
    ),
    gates: z.array(
      z.object({
        gate: z.enum(resultGates),
        passes: z.boolean(),
        /** By what it is judged: a state, what it waits for, the number of a plan or the name of a task. */
        value: z.nullable(z.string()),
        /** The hours, the days or why sending is halted. */
        reason: z.nullable(z.string()),
        until: z.nullable(f.moment()),
      }),
    ),
    /** What the version itself asks of the terminal, by the code that says where it is not so; none of what has it. */
    asks: z.array(z.object({ code: z.string(), passes: z.boolean() })),
  }),
)
export type ResultWhy = z.output<ReturnType<typeof why>>

/** Results of which the terminals are put into a group at once. */
export const mostGrouped = 10_000

/** The path that the calls of results share. */
export const upgradeResultsPath = '/admin/upgrade/v1/result'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** What became of each terminal that an upgrade was wanted of. */
export const upgradeResults = {
  page: get(`${upgradeResultsPath}/page`, 'RESULT_LIST', () => ({
    query: pageQuery(z.object(filter())),
    reply: pageOf(resultRow()),
  })),
  detail: get(`${upgradeResultsPath}/detail/{id}`, 'RESULT_LIST', () => ({
    ...withId(),
    reply: resultRow(),
  })),
  /** Why this upgrade is not done on this terminal, as its plan and its version have it. */
  why: get(`${upgradeResultsPath}/why/{id}`, 'RESULT_LIST', () => ({ ...withId(), reply: why() })),
  /** Why terminals did not succeed or are not well since, the most frequent cause first, among the latest ten thousand. */
  errors: get(`${upgradeResultsPath}/errors`, 'RESULT_LIST', () => ({
    query: z.strictObject(filter()),
    reply: z.array(
      z.object({
        /** An error code, or one of {@link planFaults}: what was found after the install. */
        code: z.string(),
        /** Terminals that stand there now. */
        count: z.int(),
        /** Terminals that began anew after it, or were judged once more, and those of them that succeeded or are well. */
        retried: z.int(),
        cured: z.int(),
      }),
    ),
  })),
  retry: put(`${upgradeResultsPath}/retry/{id}`, 'RESULT_RETRY', () => ({
    ...withId(),
    reply: batchReply(),
  })),
  /** Those that are named, or all of an error code as far as a list shows them. */
  retryMany: put(`${upgradeResultsPath}/batch/retry`, 'RESULT_RETRY', () => ({
    body: z
      .strictObject({
        ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
        code: z.optional(f.text(8).check(z.minLength(1))),
        ...which(),
      })
      .check(
        z.refine(({ ids, code }) => (ids === undefined) !== (code === undefined), {
          error: 'rule.required',
          path: ['ids'],
        }),
      ),
    reply: batchReply(),
  })),
  cancel: put(`${upgradeResultsPath}/cancel/{id}`, 'RESULT_CANCEL', () => ({
    ...withId(),
    reply: batchReply(),
  })),
  cancelMany: put(`${upgradeResultsPath}/batch/cancel`, 'RESULT_CANCEL', () => ({
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
    reply: batchReply(),
  })),
  /** Makes the terminals of results members of a static group: of those that are named, or of all that a list shows. */
  toGroup: post(`${upgradeResultsPath}/togroup`, groups.addMembers.permission, () => ({
    body: z.strictObject({
      groupId: f.id(),
      ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
      ...filter(),
    }),
    reply: z.object({
      count: z.int(),
      /** Those that lie outside of the group's bounds. */
      outside: z.int(),
    }),
  })),
}
export type UpgradeResult = ReplyOf<typeof upgradeResults.page>['list'][number]
export type UpgradeError = ReplyOf<typeof upgradeResults.errors>[number]
