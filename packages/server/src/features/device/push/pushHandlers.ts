import { codes, isCommandName, isProved, type mqttTasks } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { requireProofOf } from '../../../kit/stepUp.ts'
import {
  type HeldPush,
  lockPush,
  pausePush,
  resumePush,
  retryPush,
  setPushRate,
  stopPush,
  takeBackPush,
} from './control.ts'
import { approvePush, rejectPush } from './decide.ts'
import { previewEdit, updatePush } from './editPush.ts'
import { errorsOf, excludeFromSeen, pageItems } from './items.ts'
import { holdReleaseOf } from './retry.queries.ts'
import { requireReach } from './rights.ts'
import { countPushes, detailPush, pagePushes, showPush } from './pagePushes.ts'

type Shared = Pick<
  typeof mqttTasks,
  | 'page'
  | 'count'
  | 'detail'
  | 'items'
  | 'errors'
  | 'takeBack'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'retry'
  | 'exclude'
  | 'setRate'
>

/** Does something with a push as a whole, and answers what has become of it. */
const actOn =
  (kinds: readonly string[]) =>
  async (ctx: Context, id: string, move: (push: HeldPush) => Promise<void>) => {
    const push = await lockPush(ctx, { id, kinds })
    await requireReach(ctx, push)
    await move(push)
    return showPush(ctx, id, kinds)
  }

/** What answers the calls that pushes of every kind have, for those of some kinds. */
export function pushHandlers(kinds: readonly string[]): Handlers<Shared> {
  const act = actOn(kinds)
  return {
    page: ({ query }, ctx) => pagePushes(ctx, query, kinds),
    count: ({ query }, ctx) => countPushes(ctx, query, kinds),
    detail: ({ params: { id } }, ctx) => detailPush(ctx, id, kinds),
    items: ({ query }, ctx) => pageItems(ctx, query, kinds),
    errors: ({ params: { id } }, ctx) => errorsOf(ctx, id, kinds),
    takeBack: ({ params: { id } }, ctx) => act(ctx, id, (push) => takeBackPush(ctx, push)),
    pause: ({ params: { id } }, ctx) => act(ctx, id, (push) => pausePush(ctx, push)),
    resume: async ({ params: { id } }, ctx) => {
      await holdReleaseOf(ctx.db, id)
      return act(ctx, id, (push) => resumePush(ctx, push))
    },
    stop: ({ params: { id }, body }, ctx) =>
      act(ctx, id, (push) => stopPush(ctx, push, body.reason)),
    retry: async ({ params: { id }, body }, ctx) => {
      await holdReleaseOf(ctx.db, id)
      const push = await lockPush(ctx, { id, kinds })
      // It is given anew, so it asks for what the first one asked for.
      if (isCommandName(push.kind) && isProved(push.kind)) await requireProofOf(ctx)
      // What was stopped goes on as a whole.
      if (push.state === 'STOPPED') await requireReach(ctx, push)
      const count = await retryPush(ctx, push, body)
      if (count === 0) throw new Refusal(codes.warning, 'push.nothingToRetry')
      return { count }
    },
    setRate: ({ params: { id }, body }, ctx) =>
      act(ctx, id, (push) => setPushRate(ctx, push, body.ratePerMinute)),
    exclude: ({ body: { ids } }, ctx) => excludeFromSeen(ctx, ids, kinds),
  }
}

/** What answers a second person who decides about pushes of some kinds. */
export function decideHandlers(
  kinds: readonly string[],
): Handlers<Pick<typeof mqttTasks, 'approve' | 'reject'>> {
  const act = actOn(kinds)
  return {
    approve: ({ params: { id } }, ctx) => act(ctx, id, (push) => approvePush(ctx, push)),
    reject: ({ params: { id }, body }, ctx) =>
      act(ctx, id, (push) => rejectPush(ctx, push, body.reason)),
  }
}

/** What answers the calls that change pushes of some kinds before they begin. */
export const editHandlers = (
  kinds: readonly string[],
): Handlers<Pick<typeof mqttTasks, 'precheckUpdate' | 'update'>> => ({
  precheckUpdate: ({ params: { id }, body }, ctx) => previewEdit(ctx, { id, kinds }, body),
  update: async ({ params: { id }, body }, ctx) => {
    await updatePush(ctx, { id, kinds }, body)
    return showPush(ctx, id, kinds)
  },
})
