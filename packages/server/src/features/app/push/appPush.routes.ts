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
import { Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import {
  createPush,
  itemScope,
  previewPush,
  pushHandlers,
  pushScope,
  showPush,
  type Wish,
} from '../../device/index.ts'
import { appTaskOf, versionBefore } from './appWish.ts'

type Body = ParsedOf<(typeof mqttApks)['add']>['body']

async function wishOf(ctx: Context, { want, ...more }: Body): Promise<Wish> {
  const { title, ...task } = await appTaskOf(ctx, want)
  return { ...more, ...task, title: more.title || title }
}

/** Applications brought to many terminals, or taken away. */
export const mqttApkRoutes = serve(mqttApks, pushScope, {
  ...pushHandlers(appKinds),
  precheck: async ({ body }, ctx) => previewPush(ctx, await wishOf(ctx, body)),
  add: async ({ body }, ctx) =>
    showPush(ctx, await createPush(ctx, await wishOf(ctx, body)), appKinds),
  rollBack: ({ params: { id } }, ctx) => rollBack(ctx, id),
})

/** Terminals that one roll-back names. */
const mostRolledBack = 10_000

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
  if (!task) throw new Refusal(codes.warning, 'appPush.nothingBefore')
  const { rows } = await sql<{ deviceId: string }>`select item.device_id
    from push_item item join device on device.id = item.device_id
    where item.push_id = ${id} and item.state = 'SUCCESS' and device.deleted_at is null
      and not exists (select from device_app installed where installed.device_id = device.id
        and installed.package = ${pkg} and installed.version_code > ${code})
      and ${itemScope.rows(ctx.principal)} limit ${mostRolledBack + 1}`.execute(ctx.db)
  if (rows.length === 0) throw new Refusal(codes.warning, 'appPush.nobodyReached')
  if (rows.length > mostRolledBack)
    throw new Refusal(codes.warning, 'appPush.tooMany', { params: { limit: mostRolledBack } })
  const wish: Wish = {
    ...task,
    targets: { ids: rows.map(({ deviceId }) => deviceId) },
    growing: false,
    options: { retries: 0, needOnline: false, notify: true, priority: usualPriority },
  }
  return showPush(ctx, await createPush(ctx, wish), appKinds)
}
