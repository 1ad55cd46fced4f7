import { codes, rolesPath } from '@muster/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { recycleBin, type Which } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { organizationsBy, type Scope } from '../../../access/scope.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { requireHeld, saveScope } from '../access/index.ts'
import { asSeen, usersOf } from './role.queries.ts'
import { homeOfRole } from './roleHome.ts'

/** Roles of the caller's organisations: those that he may change. */
const ownRoles = organizationsBy('orgId')

/** Beside them what he may give to his users: shipped roles, and inheritable ones from above. */
export const usableRoles: Scope = {
  ...ownRoles,
  rows: (
    principal,
  ) => sql<SqlBool>`(${ownRoles.rows(principal)} or is_system or (inheritable and org_id in
    (select above.id from organization above join organization home on home.path <@ above.path
      where home.id = ${principal.orgId})))`,
}

const usable = recycleBin(rolesPath, 'role', usableRoles)
const written = naming(recycleBin(rolesPath, 'role', ownRoles), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

const withRoleRules: typeof written = {
  ...written,
  scope: usableRoles,
  find: (ctx, id) => usable.find(ctx, id),
  async add(ctx, values) {
    const { id } = await written.add(ctx, values)
    // The narrowest scope there is; who makes the role widens it as far as his own goes.
    const none = { kind: 'SELF', organizations: [], vendorIds: [], modelIds: [] } as const
    await saveScope(
      ctx,
      { roleId: id },
      { ...none, organizations: [], vendorIds: [], modelIds: [] },
    )
    return written.find(ctx, id)
  },
  async update(ctx, values) {
    await requireOwn(ctx, [values.id])
    return written.update(ctx, values)
  },
  async setStatus(ctx, ids, status) {
    await requireOwn(ctx, ids)
    if (status === 1) await requireHeldAll(ctx, ids)
    return written.setStatus(ctx, ids, status)
  },
  async remove(ctx, ids) {
    await requireOwn(ctx, ids)
    const gone = await written.remove(ctx, ids)
    const holder = await usersOf(ctx, gone)
    if (holder) throw stillHeld(holder)
    return gone
  },
  async revert(ctx, ids) {
    const back = await written.revert(ctx, ids)
    await requireHeldAll(ctx, back)
    return back
  },
}

/** The bin of roles: shipped ones stay as they are, and so do those that somebody holds. */
export const roleBin = withCounts(withRoleRules, asSeen)

const stillHeld = ({ userName, isShown }: { userName: string; isShown: boolean }) =>
  isShown
    ? new Refusal(codes.warning, 'role.heldBy', { params: { name: userName } })
    : new Refusal(codes.warning, 'refusal.inUse')

async function requireOwn(ctx: Context, ids: Which): Promise<void> {
  if (ids === 'all') return
  const { rows } =
    await sql`select from role where id = any(${[...ids]}::uuid[]) and is_system`.execute(ctx.db)
  if (rows.length > 0) throw new Refusal(codes.forbidden, 'role.isShipped')
}

/** Nobody gives back to others what he does not hold himself. */
async function requireHeldAll(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const home = await homeOfRole(ctx, id)
    if (home) await requireHeld(ctx, [id], home)
  }
}
