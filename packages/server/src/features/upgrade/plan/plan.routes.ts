import { endedPlanStates, plans } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statesOf } from '../../../kit/countStates.ts'
import { lifecycle, type LifecycleOptions } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { exclude, retry } from './again.ts'
import * as moves from './moves.ts'
import { planBin, planScope } from './planBin.ts'
import { countMeantNow, findLeftOut, precheck } from './precheck.queries.ts'
import { foretell, progressOf } from './progress.queries.ts'
import { pageTerminals } from './terminals.queries.ts'
import { bringsToModel, bringsToVendor } from './begun.queries.ts'
import { planWaitsFor } from './waiting.ts'

const figures = [
  'size',
  'waiting',
  'active',
  'installed',
  'succeeded',
  'failed',
  'noContact',
  'unwell',
  'leftOut',
] as const

const options: LifecycleOptions = {
  search: ['name', 'planNo', 'ticketNo'],
  order: ['-createdAt'],
  computed: [
    ...figures,
    'practice',
    'seesAll',
    'waitsForMe',
    'versionNames',
    'versionIds',
    'kinds',
    'targets',
    'waves',
    'options',
    'excluded',
  ],
  filters: {
    state: (state) =>
      state === 'OPEN'
        ? sql<SqlBool>`not state = any(${[...endedPlanStates]}::text[])`
        : sql<SqlBool>`state = ${state}`,
    waiting: (_, ctx) => planWaitsFor(ctx),
    versionId: (id) => sql<SqlBool>`version_ids @> array[${id}::uuid]`,
    kind: (kind) => sql<SqlBool>`kinds @> array[${kind}::text]`,
    vendorId: bringsToVendor,
    modelId: bringsToModel,
    from: (from) => sql<SqlBool>`coalesce(started_at, start_at) >= ${from}::timestamptz`,
    to: (to) => sql<SqlBool>`coalesce(started_at, start_at) < ${to}::timestamptz`,
  },
}

const records = lifecycle(plans, planBin, options)
const states = statesOf(plans, planBin, options)

/** Does something with a plan, and shows it. */
async function moved(ctx: Context, id: string, move: Promise<void>) {
  await move
  return records.detail({ params: { id }, query: undefined, body: undefined }, ctx)
}

/** Plans: which terminals get a version, in waves, and when the next wave may begin. */
export const planRoutes = serve(plans, planScope, {
  ...records,
  countStates: ({ query }, ctx) =>
    states(ctx, query, ['OPEN', 'DRAFT', 'APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED']),
  precheck: ({ body }, ctx) => precheck(ctx, body),
  meant: async ({ params: { id } }, ctx) => countMeantNow(ctx, await planBin.find(ctx, id)),
  leftOut: ({ body }, ctx) => findLeftOut(ctx, body),
  forecast: ({ body }, ctx) => foretell(ctx, body),
  submit: ({ params: { id } }, ctx) => moved(ctx, id, moves.submit(ctx, id)),
  withdraw: ({ params: { id } }, ctx) => moved(ctx, id, moves.withdraw(ctx, id)),
  approve: ({ params: { id }, body }, ctx) => moved(ctx, id, moves.approve(ctx, id, body.version)),
  reject: ({ params: { id }, body }, ctx) => moved(ctx, id, moves.reject(ctx, id, body)),
  start: ({ params: { id } }, ctx) => moved(ctx, id, moves.start(ctx, id)),
  pause: ({ params: { id } }, ctx) => moved(ctx, id, moves.pause(ctx, id)),
  resume: ({ params: { id } }, ctx) => moved(ctx, id, moves.resume(ctx, id)),
  stop: ({ params: { id }, body: { reason } }, ctx) => moved(ctx, id, moves.stop(ctx, id, reason)),
  nextWave: ({ params: { id } }, ctx) => moved(ctx, id, moves.nextWave(ctx, id)),
  retry: ({ params: { id }, body: { code } }, ctx) => retry(ctx, id, code),
  exclude: ({ params: { id }, body: { sns } }, ctx) => exclude(ctx, id, sns),
  clone: async ({ params: { id } }, ctx) =>
    moved(ctx, await moves.clone(ctx, id), Promise.resolve()),
  setRate: ({ params: { id }, body }, ctx) =>
    moved(ctx, id, moves.setRate(ctx, id, body.ratePerMinute)),
  extend: ({ params: { id }, body }, ctx) => moved(ctx, id, moves.extend(ctx, id, body.endAt)),
  rollBack: ({ params: { id } }, ctx) => moved(ctx, id, moves.rollBack(ctx, id)),
  terminals: async ({ params: { id }, query }, ctx) => {
    return pageTerminals(ctx, await planBin.find(ctx, id), query)
  },
  progress: ({ params: { id } }, ctx) => progressOf(ctx, id),
})
