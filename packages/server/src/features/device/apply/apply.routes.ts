import { applies, appliesPath, type DetailedApply, mayApply } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { serve } from '../../../kit/serve.ts'
import { letGoFiles } from '../../file/upload/index.ts'
import { deviceScope } from '../deviceScope.ts'
import {
  applyPage,
  applyScope,
  countApplies,
  findApply,
  lockOwn,
  settleApply,
} from './apply.queries.ts'
import { ask, rewrite, submit } from './ask.ts'
import { approversOf, assign } from './assign.ts'
import { approve, approveMany, execute, reject } from './decide.ts'
import { impactOf } from './impact.ts'
import { fileOf, filesOf, usedBy } from './files.ts'
import { suggestFor } from './suggest.queries.ts'
import { claim, unclaimedPage } from './unclaimed.ts'
import { unknownModelPage } from './unknownModel.ts'

/** Requests about terminals that somebody else has to decide. */
export const applyRoutes = serve(applies, applyScope, {
  page: ({ query }, ctx) => applyPage(ctx, query),
  countStates: ({ query }, ctx) => countApplies(ctx, query),
  detail: async ({ params: { id } }, ctx) => ({
    ...(await detailOf(ctx, id)),
    files: await filesOf(ctx, id),
  }),
  add: ({ body }, ctx) => ask(ctx, body),
  update: ({ body }, ctx) => rewrite(ctx, body),
  submit: ({ params: { id } }, ctx) => submit(ctx, id),
  file: async ({ params: { id, fileId } }, ctx) => {
    const { applyNo } = await findApply(ctx, id)
    ctx.note({ targetIds: [id], about: { applyNo } })
    return fileOf(ctx, id, fileId)
  },
  impact: ({ params: { id }, body: { withRows } }, ctx) => impactOf(ctx, id, withRows),
  approvers: ({ params: { id } }, ctx) => approversOf(ctx, id),
  assign: ({ params: { id }, body: { userId } }, ctx) => assign(ctx, id, userId),
  approve: ({ params: { id } }, ctx) => approve(ctx, id),
  approveMany: ({ body: { ids } }, ctx) => approveMany(ctx, ids),
  reject: ({ params: { id }, body: { reason } }, ctx) => reject(ctx, id, reason),
  withdraw: async ({ params: { id } }, ctx) => {
    const found = await lockOwn(ctx, id, 'withdraw')
    await settleApply(ctx, found, { state: 'WITHDRAWN', expiresAt: null })
    return { count: 1 }
  },
  execute: ({ params: { id }, body: { keysErased } }, ctx) => execute(ctx, id, keysErased),
  remove: async ({ params: { id } }, ctx) => {
    const found = await lockOwn(ctx, id, 'remove')
    await ctx.db.deleteFrom('deviceApply').where('id', '=', id).execute()
    await letGoFiles(ctx, usedBy, [id])
    ctx.note({ targetIds: [id], about: { applyNo: found.applyNo } })
    ctx.changed(appliesPath, [id], [found.orgId])
    return { count: 1 }
  },
  unclaimed: ({ query }, ctx) => unclaimedPage(ctx, query),
  unknownModels: ({ query }, ctx) => unknownModelPage(ctx, query),
  claim: ({ params: { orgId }, body: { ids } }, ctx) => claim(ctx, orgId, ids),
})

type Item = DetailedApply['items'][number]

async function detailOf(ctx: Context, id: string) {
  const found = await findApply(ctx, id)
  return { ...found, items: await itemsOf(ctx, id, found.state) }
}

/** What has become of a terminal since the request was decided is told to whom sees it now. */
async function itemsOf(ctx: Context, id: string, state: DetailedApply['state']): Promise<Item[]> {
  const shown = mayApply(state, 'approve') ? sql`true` : deviceScope.rows(ctx.principal)
  const { rows } = await sql<
    Omit<Item, 'suggestion'>
  >`select item.sn, item.successor_sn, device.id as device_id, device.lifecycle,
      item.moved_at, item.fault
    from device_apply_item item
      left join (select id, lifecycle from device where deleted_at is null and ${shown}) as device
        on device.id = item.device_id
    where item.apply_id = ${id} order by item.sn`.execute(ctx.db)
  const waiting = rows.filter(({ lifecycle }) => lifecycle === 'UNCLAIMED')
  const suggested = await suggestFor(
    ctx,
    waiting.flatMap(({ deviceId }) => deviceId ?? []),
  )
  return rows.map((row) => ({ ...row, suggestion: suggested.get(row.deviceId ?? '') ?? null }))
}
