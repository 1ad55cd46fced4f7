import type { deviceLife } from '@muster/contract'
import type { Handlers } from '../../../kit/serve.ts'
import { healthOf } from '../health/health.queries.ts'
import { timelineOf } from '../timeline/timeline.queries.ts'
import { judgeAll } from '../why/gates.rules.ts'
import { gateFacts } from '../why/why.queries.ts'
import { impactOf } from './impact.queries.ts'
import { find, lose } from './lost.ts'
import { moveMany, moveOne } from './makeMove.ts'
import { moveAll, moveOneTo } from './moveTo.ts'
import { swap } from './swap.ts'
import { tag } from './tags.ts'

/** The moves of a terminal's life, for one and for many, and what stands in their way. */
export const lifeHandlers: Handlers<typeof deviceLife> = {
  suspend: ({ params: { id }, body }, ctx) => moveOne(ctx, id, { event: 'SUSPEND', ...body }),
  suspendMany: ({ body: { ids, reason } }, ctx) => moveMany(ctx, ids, { event: 'SUSPEND', reason }),
  resume: ({ params: { id }, body }, ctx) => moveOne(ctx, id, { event: 'RESUME', ...body }),
  resumeMany: ({ body: { ids, reason } }, ctx) => moveMany(ctx, ids, { event: 'RESUME', reason }),
  lost: ({ params: { id }, body }, ctx) => lose(ctx, id, body),
  found: ({ params: { id }, body }, ctx) => find(ctx, id, body),
  repair: ({ params: { id }, body }, ctx) => moveOne(ctx, id, { event: 'REPAIR', ...body }),
  repairMany: ({ body: { ids, reason } }, ctx) => moveMany(ctx, ids, { event: 'REPAIR', reason }),
  repaired: ({ params: { id }, body }, ctx) => moveOne(ctx, id, { event: 'RETURN', ...body }),
  swap: ({ params: { id }, body }, ctx) => swap(ctx, id, body),
  scrap: ({ params: { id }, body }, ctx) => moveOne(ctx, id, { event: 'SCRAP', ...body }),
  scrapMany: ({ body: { ids, reason, keysErased } }, ctx) =>
    moveMany(ctx, ids, { event: 'SCRAP', reason, keysErased }),
  move: ({ params: { id }, body }, ctx) => moveOneTo(ctx, id, body),
  moveMany: ({ body: { ids, ...wanted } }, ctx) => moveAll(ctx, ids, wanted),
  moveWipe: ({ params: { id }, body }, ctx) => moveOneTo(ctx, id, { ...body, keep: 'WIPE' }),
  moveWipeMany: ({ body: { ids, ...wanted } }, ctx) =>
    moveAll(ctx, ids, { ...wanted, keep: 'WIPE' }),
  tagMany: ({ body: { ids, ...words } }, ctx) => tag(ctx, ids, words),
  impact: (asked, ctx) => impactOf(ctx, asked),
  timeline: ({ params: { id }, query }, ctx) => timelineOf(ctx, id, query),
  why: async ({ params: { id } }, ctx) => judgeAll(await gateFacts(ctx, id)),
  health: ({ params: { id } }, ctx) => healthOf(ctx, id),
}
