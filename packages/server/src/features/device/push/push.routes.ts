import {
  codes,
  commandNames,
  commandPermissions,
  type CommandRequest,
  mqttTasks,
  type ParsedOf,
} from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type Handlers, serve } from '../../../kit/serve.ts'
import { withSealedArgs } from '../command/sealedArgs.ts'
import {
  approvePush,
  type HeldPush,
  lockPush,
  pausePush,
  pushScope,
  resumePush,
  retryPush,
  stopPush,
  takeBackPush,
} from './control.ts'
import { createPush, previewPush, type Wish } from './createPush.ts'
import { addHalt, liftHalt, listHalts } from './halts.ts'
import { errorsOf, excludeItems, pageItems } from './items.ts'
import { countPushes, detailPush, pagePushes, showPush } from './pagePushes.ts'

type Shared = Pick<
  typeof mqttTasks,
  | 'page'
  | 'count'
  | 'detail'
  | 'items'
  | 'errors'
  | 'approve'
  | 'takeBack'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'retry'
  | 'exclude'
>

/** What answers the calls that pushes of every kind have, for those of some kinds. */
function pushHandlers(kinds: readonly string[]): Handlers<Shared> {
  const act = async (ctx: Context, id: string, move: (push: HeldPush) => Promise<void>) => {
    await move(await lockPush(ctx, { id, kinds }))
    return showPush(ctx, id, kinds)
  }
  return {
    page: ({ query }, ctx) => pagePushes(ctx, query, kinds),
    count: ({ query }, ctx) => countPushes(ctx, query, kinds),
    detail: ({ params: { id } }, ctx) => detailPush(ctx, id, kinds),
    items: ({ query }, ctx) => pageItems(ctx, query, kinds),
    errors: ({ params: { id } }, ctx) => errorsOf(ctx, id, kinds),
    approve: ({ params: { id } }, ctx) => act(ctx, id, (push) => approvePush(ctx, push)),
    takeBack: ({ params: { id } }, ctx) => act(ctx, id, (push) => takeBackPush(ctx, push)),
    pause: ({ params: { id } }, ctx) => act(ctx, id, (push) => pausePush(ctx, push)),
    resume: ({ params: { id } }, ctx) => act(ctx, id, (push) => resumePush(ctx, push)),
    stop: ({ params: { id }, body }, ctx) =>
      act(ctx, id, (push) => stopPush(ctx, push, body.reason)),
    retry: async ({ params: { id }, body }, ctx) => ({
      count: await retryPush(ctx, await lockPush(ctx, { id, kinds }), body.code),
    }),
    exclude: ({ body: { ids } }, ctx) => excludeItems(ctx, ids, kinds),
  }
}

type Body = ParsedOf<(typeof mqttTasks)['add']>['body']

/** Whoever wants a command of many needs the right that it needs of one. */
function wishOf(ctx: Context, { want: asked, ...more }: Body): Wish {
  const want = withSealedArgs(ctx.platform, asked)
  const permission = commandPermissions[want.cmd]
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  return {
    ...more,
    kind: want.cmd,
    args: argsOf(want),
    ttlSeconds: more.ttlSeconds ?? want.ttlSeconds,
  }
}

const argsOf = ({ args }: CommandRequest): object => args

/** Tasks: commands to many terminals. */
export const mqttTaskRoutes = serve(mqttTasks, pushScope, {
  ...pushHandlers(commandNames),
  precheck: ({ body }, ctx) => previewPush(ctx, wishOf(ctx, body)),
  add: async ({ body }, ctx) =>
    showPush(ctx, await createPush(ctx, wishOf(ctx, body)), commandNames),
  halts: (_, ctx) => listHalts(ctx),
  halt: ({ body }, ctx) => addHalt(ctx, body),
  lift: ({ params: { id } }, ctx) => liftHalt(ctx, id),
})
