import {
  appKinds,
  codes,
  mqttApks,
  type ParsedOf,
  type Push,
  usualPriority,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import {
  countTargets,
  createPush,
  decideHandlers,
  editHandlers,
  previewPush,
  pushHandlers,
  pushScope,
  showPush,
  type Wish,
} from '../../device/index.ts'
import { requireReachedGoBack } from '../policy/goesBack.queries.ts'
import { type AppTask, appTaskOf, versionBefore } from './appWish.ts'

type Body = ParsedOf<(typeof mqttApks)['add']>['body']

/** One of those that follow each other, and what it is about by its own name. */
interface Step extends Wish {
  readonly about: string
}

const named = { INSTALL: 'apkId', UNINSTALL: 'appId', REMOVE_PACKAGE: 'package' } as const

/** Whether two are about the same: what the platform does not know is called by its package alone. */
const isSame = (one: AppTask, other: AppTask): boolean =>
  one.appId === null ? one.title === other.title : one.appId === other.appId

/** What is wanted, one after the other. */
async function wishesOf(
  ctx: Context,
  { want, next, ...more }: Body,
): Promise<readonly [Step, ...Step[]]> {
  if (next.length > 0 && (more.cron || more.growing))
    throw fieldRefusal('next', 'appPush.chainOnce')
  const first = await appTaskOf(ctx, want, { field: 'want', before: [] })
  const tasks = [first]
  for (const [nth, one] of next.entries()) {
    const field = `next.${nth}`
    const task = await appTaskOf(ctx, one, { field, before: tasks })
    const name = named[one.action]
    if (tasks.some((other) => isSame(other, task)))
      throw fieldRefusal(`${field}.${name}`, 'appPush.chainTwice')
    tasks.push(task)
  }
  const wishOf = ({ kind, title, args }: AppTask): Step => ({
    ...more,
    kind,
    args,
    title: more.title || title,
    about: title,
  })
  return [wishOf(first), ...tasks.slice(1).map(wishOf)]
}

/** Gives each after the one before it; answers the first. */
async function giveChain(ctx: Context, [first, ...others]: readonly [Wish, ...Wish[]]) {
  const firstId = await createPush(ctx, first)
  let afterPushId = firstId
  for (const wish of others) afterPushId = await createPush(ctx, { ...wish, afterPushId })
  return showPush(ctx, firstId, appKinds)
}

/** Applications brought to many terminals, or taken away. */
export const mqttApkRoutes = serve(mqttApks, pushScope, {
  ...pushHandlers(appKinds),
  ...decideHandlers(appKinds),
  ...editHandlers(appKinds),
  precheck: async ({ body }, ctx) => {
    const [first, ...others] = await wishesOf(ctx, body)
    const preview = await previewPush(ctx, first)
    for (const wish of others) {
      const { given, leftOut } = await previewPush(ctx, wish)
      preview.next.push({ title: wish.about, given, leftOut })
    }
    return preview
  },
  add: async ({ body }, ctx) => giveChain(ctx, await wishesOf(ctx, body)),
  rollBack: ({ params: { id } }, ctx) => rollBack(ctx, id),
})

/**
 * Brings the version before to the terminals that a push has reached, as far as the caller sees them and
 * they have got nothing newer since.
 */
async function rollBack(ctx: Context, id: string): Promise<Push> {
  const push = await showPush(ctx, id, ['APP_INSTALL'])
  const { rows: told } = await sql<{ appId: string | null; pkg: string; code: number | null }>`
    select args #>> '{gate,appId}' as app_id, args ->> 'pkg' as pkg, (args ->> 'vc')::bigint as code
    from push where id = ${push.id}`.execute(ctx.db)
  const { appId = null, pkg = '', code = null } = told[0] ?? {}
  const task = appId && code !== null ? await versionBefore(ctx, { appId, code }) : null
  if (!task?.brings || appId === null || code === null)
    throw new Refusal(codes.warning, 'appPush.nothingBefore')
  const targets = { reached: { pushId: push.id, package: pkg, code } }
  if ((await countTargets(ctx, targets, 1)) === 0)
    throw new Refusal(codes.warning, 'appPush.nobodyReached')
  await requireReachedGoBack(ctx, { pushId: push.id, appId, code, before: task.brings.code })
  const wish: Wish = {
    ...task,
    targets,
    growing: false,
    options: { retries: 0, needOnline: false, notify: true, priority: usualPriority },
  }
  return showPush(ctx, await createPush(ctx, wish), appKinds)
}
