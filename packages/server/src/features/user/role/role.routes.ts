import { type ParsedOf, roles, type ShownScope, ownMenuPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { readScope, requireHeld, requireNarrower, saveScope } from '../access/index.ts'
import { grantRights, shownRights } from './grantRights.ts'
import { copyRights, ofRole } from './rights.queries.ts'
import { pageHolders } from './role.queries.ts'
import { roleBin, usableRoles } from './roleBin.ts'
import { homeOfRole } from './roleHome.ts'

export const roleRoutes = serve(roles, usableRoles, {
  ...lifecycle(roles, roleBin, { search: ['name', 'code'], order: ['name'] }),
  rights: async ({ params: { id } }, ctx) => {
    await roleBin.find(ctx, id)
    return shownRights(ctx, ofRole(id))
  },
  setRights: ({ params: { id }, body }, ctx) => setRights(ctx, id, body),
  scope: async ({ params: { id } }, ctx) => {
    await roleBin.find(ctx, id)
    return (await readScope(ctx, { roleId: id })) ?? narrowest
  },
  setScope: ({ params: { id }, body }, ctx) => setScope(ctx, id, body),
  users: async ({ params: { id }, query }, ctx) => {
    await roleBin.find(ctx, id)
    return pageHolders(ctx, id, query)
  },
  copy: ({ params: { id }, body }, ctx) => copy(ctx, id, body),
})

const narrowest: ShownScope = { kind: 'SELF', organizations: [], vendors: [], models: [] }

async function setRights(
  ctx: Context,
  id: string,
  { version, menuIds }: ParsedOf<typeof roles.setRights>['body'],
) {
  // First, because it locks the role: two who grant at once take turns.
  const role = await roleBin.update(ctx, { id, version })
  await grantRights(ctx, ofRole(id), menuIds)
  ctx.changed(ownMenuPath, [])
  return { version: role.version }
}

async function setScope(
  ctx: Context,
  id: string,
  { version, ...given }: ParsedOf<typeof roles.setScope>['body'],
) {
  const role = await roleBin.update(ctx, { id, version })
  const use = { orgId: String(role.orgId), isInherited: role.inheritable }
  await requireNarrower(ctx, given, use)
  const before = await readScope(ctx, { roleId: id })
  await saveScope(ctx, { roleId: id }, given)
  ctx.note({ before, after: given })
  return { version: role.version }
}

/** A copy gives what its model gives, so its maker must hold all of it. */
async function copy(ctx: Context, id: string, body: ParsedOf<typeof roles.copy>['body']) {
  const { type, inheritable, remark } = await roleBin.find(ctx, id)
  const { id: made } = await roleBin.add(ctx, { ...body, type, inheritable, remark })
  const home = await homeOfRole(ctx, made)
  if (home) await requireHeld(ctx, [id], home)
  await copyRights(ctx, id, made)
  return { id: made }
}
