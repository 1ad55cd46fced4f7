import { codes, listLook, listViews, type ParsedOf, viewSharing } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { usableRoles } from '../role/index.ts'
import { dropUserSetting, readUserSetting, saveUserSetting } from '../setting/index.ts'
import {
  countOwn,
  defaultOf,
  insertView,
  ownView,
  seesView,
  sharableRoles,
  shareWith,
  viewsOf,
} from './view.queries.ts'

/** Views of one list that one user keeps. */
const mostViews = 50

const lookKey = (list: string) => `look:${list}`

/** Saved views of lists, and how each user has arranged a list's columns. */
export const viewRoutes = serve(listViews, ownSession, {
  list: async ({ query: { list } }, ctx) => ({
    views: await viewsOf(ctx, list),
    defaultId: await defaultOf(ctx, list),
    look: await readUserSetting(ctx, lookKey(list), listLook()),
  }),
  add: async ({ body: { roleIds, ...view } }, ctx) => {
    if ((await countOwn(ctx, view.list)) >= mostViews)
      throw new Refusal(codes.warning, 'view.tooMany', { params: { limit: mostViews } })
    await requireSharable(ctx, roleIds)
    const id = await insertView(ctx, view)
    await shareWith(ctx, id, roleIds)
    return ownView(ctx, id)
  },
  update: ({ body }, ctx) => update(ctx, body),
  remove: async ({ params: { id } }, ctx) => {
    await ownView(ctx, id)
    await ctx.db.deleteFrom('listView').where('id', '=', id).execute()
    return { count: 1 }
  },
  setDefault: ({ body }, ctx) => setDefault(ctx, body),
  setLook: async ({ body: { list, look } }, ctx) => {
    await (look ? saveUserSetting(ctx, lookKey(list), look) : dropUserSetting(ctx, lookKey(list)))
    return { count: 1 }
  },
})

/** Whom a view can be shared with. */
export const viewSharingRoutes = serve(viewSharing, usableRoles, {
  roles: (_, ctx) => sharableRoles(ctx),
})

async function update(
  ctx: Context,
  { id, version, name, state, roleIds }: ParsedOf<typeof listViews.update>['body'],
) {
  const before = await ownView(ctx, id)
  const known = new Set(before.roles.map((role) => role.id))
  await requireSharable(
    ctx,
    roleIds.filter((roleId) => !known.has(roleId)),
  )
  const { numUpdatedRows } = await ctx.db
    .updateTable('listView')
    .set({
      name,
      state: JSON.stringify(state),
      version: version + 1,
      updatedAt: ctx.now().toISOString(),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!numUpdatedRows)
    throw new Refusal(codes.versionConflict, 'refusal.versionConflict', {
      params: { name: before.owner },
      data: { version: before.version },
    })
  await shareWith(ctx, id, roleIds)
  return ownView(ctx, id)
}

/** Nobody shares with roles that he does not see; who keeps his views to himself needs no right. */
async function requireSharable(ctx: Context, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  const { permission } = viewSharing.roles
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  const known = new Set((await sharableRoles(ctx)).map(({ id }) => id))
  if (roleIds.some((id) => !known.has(id))) throw fieldRefusal('roleIds', 'rule.unknownRecord')
}

async function setDefault(
  ctx: Context,
  { list, id }: ParsedOf<typeof listViews.setDefault>['body'],
): Promise<{ count: number }> {
  const { userId } = ctx.principal
  if (id === null) {
    const chosen = ctx.db.deleteFrom('listViewDefault').where('userId', '=', userId)
    await chosen.where('list', '=', list).execute()
    return { count: 1 }
  }
  if (!(await seesView(ctx, { list, id }))) throw notFound()
  await ctx.db
    .insertInto('listViewDefault')
    .values({ userId, list, viewId: id })
    .onConflict((conflict) => conflict.columns(['userId', 'list']).doUpdateSet({ viewId: id }))
    .execute()
  return { count: 1 }
}
