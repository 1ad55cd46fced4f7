import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Home } from '../../../access/rights.ts'
import { requireHeld } from '../access/index.ts'
import { usableRoles } from '../role/index.ts'

/** The roles that an account holds, in place of those it held; locked, so that none goes meanwhile. */
export async function assignRoles(
  ctx: Context,
  { userId, home, roleIds }: { userId: string; home: Home; roleIds: readonly string[] },
): Promise<void> {
  const held = await rolesOf(ctx, [userId])
  const added = roleIds.filter((id) => !held.includes(id))
  await requireChoosable(ctx, added)
  await requireHeld(ctx, added, home)
  await ctx.db
    .deleteFrom('userRole')
    .where('userId', '=', userId)
    .where('roleId', 'not in', [...roleIds])
    .execute()
  await sql`insert into user_role (user_id, role_id)
    select ${userId}, unnest(${added}::uuid[]) on conflict do nothing`.execute(ctx.db)
  await requireUsableThere(ctx, [userId])
}

/** All roles that some accounts hold. */
export async function rolesOf(ctx: Context, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct role_id as id from user_role
    where user_id = any(${[...userIds]}::uuid[])`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Refuses roles that are not there for the caller, or are disabled. */
export async function requireChoosable(ctx: Context, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ status: number }>`select status from role
    where id = any(${[...roleIds]}::uuid[]) and deleted_at is null
      and ${usableRoles.rows(ctx.principal)} order by id for share`.execute(ctx.db)
  if (rows.length < new Set(roleIds).size) throw fieldRefusal('roleIds', 'rule.unknownRecord')
  if (rows.some(({ status }) => status === 0)) throw fieldRefusal('roleIds', 'rule.disabledRecord')
}

/** Refuses when one of some accounts holds a role that its organisation may not give. */
export async function requireUsableThere(ctx: Context, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ role: string; account: string }>`
    select role.name as role, account.user_name as account
    from app_user account
      join organization home on home.id = account.org_id
      join user_role held on held.user_id = account.id
      join role on role.id = held.role_id
      join organization place on place.id = role.org_id
    where account.id = any(${[...userIds]}::uuid[]) and role.org_id <> account.org_id
      and not (role.inheritable and home.path <@ place.path) limit 1`.execute(ctx.db)
  if (rows[0]) throw new Refusal(codes.warning, 'user.roleElsewhere', { params: { ...rows[0] } })
}

/** Refuses an organisation that is not there for the caller, or is disabled; locked until the commit. */
export async function requirePlace(ctx: Context, orgId: string): Promise<void> {
  const { rows } = await sql<{ status: number }>`select status from organization where id = ${orgId}
    and deleted_at is null and ${organizationsBy('id').rows(ctx.principal)} for share`.execute(
    ctx.db,
  )
  if (!rows[0]) throw fieldRefusal('orgId', 'rule.unknownRecord')
  if (rows[0].status === 0) throw fieldRefusal('orgId', 'rule.disabledRecord')
}
