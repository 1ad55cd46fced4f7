import {
  commandNames,
  type CommandRequest,
  mqttTasks,
  type ParsedOf,
  titleLength,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { serve } from '../../../kit/serve.ts'
import { withSealedArgs } from '../command/sealedArgs.ts'
import { prepared } from '../command/prepared.ts'
import { handedAnswer } from '../handed/handedAnswer.ts'
import { pushScope } from './control.ts'
import { createPush, previewPush, type Wish } from './createPush.ts'
import { addHalt, liftHalt, listHalts } from './halts.ts'
import { showPush } from './pagePushes.ts'
import { decideHandlers, editHandlers, pushHandlers } from './pushHandlers.ts'
import { requireRights } from './rights.ts'

type Body = ParsedOf<(typeof mqttTasks)['add']>['body']

async function wishOf(ctx: Context, { want: asked, ...more }: Body): Promise<Wish> {
  requireRights(ctx, [{ kind: asked.cmd, args: argsOf(asked) }])
  const want = withSealedArgs(ctx.platform, await prepared(ctx, asked, 'want.args'))
  return {
    ...more,
    title: more.title || titleIn(want),
    kind: want.cmd,
    args: argsOf(want),
    ttlSeconds: more.ttlSeconds ?? want.ttlSeconds,
  }
}

/** A message is called by its own title. */
const titleIn = (want: CommandRequest): string =>
  want.cmd === 'MESSAGE' ? want.args.title.slice(0, titleLength) : ''

const argsOf = ({ args }: CommandRequest): object => args

/** Tasks: commands to many terminals. */
export const mqttTaskRoutes = serve(mqttTasks, pushScope, {
  ...pushHandlers(commandNames),
  ...decideHandlers(commandNames),
  ...editHandlers(commandNames),
  precheck: async ({ body }, ctx) => previewPush(ctx, await wishOf(ctx, body)),
  add: async ({ body }, ctx) =>
    showPush(ctx, await createPush(ctx, await wishOf(ctx, body)), commandNames),
  log: ({ params: { id } }, ctx) => handedAnswer(ctx, { itemId: id, kind: 'LOG' }),
  screenshot: ({ params: { id } }, ctx) => handedAnswer(ctx, { itemId: id, kind: 'SCREENSHOT' }),
  halts: (_, ctx) => listHalts(ctx),
  halt: ({ body }, ctx) => addHalt(ctx, body),
  lift: ({ params: { id } }, ctx) => liftHalt(ctx, id),
})
