import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { get, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { noContact, pushItemRow } from '../device/push.ts'
import { itemStates } from '../device/taskItem.ts'
import { upgradeParts } from './parts.ts'
import { planFaults, planOutcomes } from './planStates.ts'

/** Which results are meant, whatever has become of them. */
const which = {
  pushId: z.optional(f.id()),
  versionId: z.optional(f.id()),
  /** Of the pushes that came of this plan, without those of its way back. */
  planId: z.optional(f.id()),
  wave: z.optional(f.queryNumber()),
  sn: z.optional(f.text(32)),
  orgId: z.optional(f.id()),
  modelId: z.optional(f.id()),
  from: z.optional(f.moment()),
  to: z.optional(f.moment()),
} as const

const filter = {
  ...which,
  /** OPEN: not at its end; FAILED_ANY: at an end that is none of success; NO_CONTACT: silent since its restart. */
  state: z.optional(z.enum([...itemStates, 'OPEN', 'FAILED_ANY', noContact])),
  code: z.optional(f.text(8)),
  /** What its plan has found wrong with it after it had installed; most are well, and found by their state. */
  outcome: z.optional(z.enum(planFaults)),
} as const

/** One terminal of an upgrade. */
const resultRow = z.extend(pushItemRow, {
  taskNo: z.string(),
  title: z.string(),
  part: z.enum(upgradeParts),
  /** What it ran when the upgrade was wanted of it. */
  fromVersion: z.nullable(z.string()),
  toVersion: z.string(),
  kbps: z.nullable(z.int()),
  /** What its plan has found of it after it had installed; null: nothing yet, or it is of no plan. */
  outcome: z.nullable(z.enum(planOutcomes)),
})

/** The path that the calls of results share. */
export const upgradeResultsPath = '/admin/upgrade/v1/result'
const withId = { params: z.strictObject({ id: f.id() }) } as const

/** What became of each terminal that an upgrade was wanted of. */
export const upgradeResults = {
  page: get(`${upgradeResultsPath}/page`, 'RESULT_LIST', {
    query: pageQuery(z.object(filter)),
    reply: pageOf(resultRow),
  }),
  detail: get(`${upgradeResultsPath}/detail/{id}`, 'RESULT_LIST', { ...withId, reply: resultRow }),
  /** Why terminals did not succeed, the most frequent cause first, among the latest ten thousand. */
  errors: get(`${upgradeResultsPath}/errors`, 'RESULT_LIST', {
    query: z.strictObject(filter),
    reply: z.array(
      z.object({
        code: z.string(),
        /** Terminals that stand there now. */
        count: z.int(),
        /** Terminals that began anew after it, and those of them that succeeded. */
        retried: z.int(),
        cured: z.int(),
      }),
    ),
  }),
  retry: put(`${upgradeResultsPath}/retry/{id}`, 'RESULT_RETRY', { ...withId, reply: batchReply }),
  /** Those that are named, or all of an error code as far as a list shows them. */
  retryMany: put(`${upgradeResultsPath}/batch/retry`, 'RESULT_RETRY', {
    body: z
      .strictObject({
        ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
        code: z.optional(f.text(8).check(z.minLength(1))),
        ...which,
      })
      .check(
        z.refine(({ ids, code }) => (ids === undefined) !== (code === undefined), {
          error: 'rule.required',
          path: ['ids'],
        }),
      ),
    reply: batchReply,
  }),
  cancel: put(`${upgradeResultsPath}/cancel/{id}`, 'RESULT_CANCEL', {
    ...withId,
    reply: batchReply,
  }),
  cancelMany: put(`${upgradeResultsPath}/batch/cancel`, 'RESULT_CANCEL', {
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
    reply: batchReply,
  }),
}
export type UpgradeResult = ReplyOf<typeof upgradeResults.page>['list'][number]
export type UpgradeError = ReplyOf<typeof upgradeResults.errors>[number]
