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
import { pushScope } from './control.ts'
import { createPush, previewPush, type Wish } from './createPush.ts'
import { addHalt, liftHalt, listHalts } from './halts.ts'
import { showPush } from './pagePushes.ts'
import { pushHandlers } from './pushHandlers.ts'
import { requireRights } from './rights.ts'

type Body = ParsedOf<(typeof mqttTasks)['add']>['body']

function wishOf(ctx: Context, { want: asked, ...more }: Body): Wish {
  const want = withSealedArgs(ctx.platform, asked)
  requireRights(ctx, [{ kind: want.cmd, args: argsOf(want) }])
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
  precheck: ({ body }, ctx) => previewPush(ctx, wishOf(ctx, body)),
  add: async ({ body }, ctx) =>
    showPush(ctx, await createPush(ctx, wishOf(ctx, body)), commandNames),
  halts: (_, ctx) => listHalts(ctx),
  halt: ({ body }, ctx) => addHalt(ctx, body),
  lift: ({ params: { id } }, ctx) => liftHalt(ctx, id),
})
