import type { ParsedOf, ReplyOf, roles } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains } from '../../../kit/page.ts'
import { organizationsBy } from '../../../access/scope.ts'

const userScope = organizationsBy('orgId')

interface Holder {
  readonly userName: string
  readonly isShown: boolean
}

/** Somebody who holds one of some roles, and whether the caller may be told who. */
export async function usersOf(ctx: Context, roleIds: readonly string[]): Promise<Holder | null> {
  const { rows } = await sql<Holder>`select user_name, ${userScope.rows(ctx.principal)} as is_shown
    from app_user join user_role on user_role.user_id = app_user.id
    where user_role.role_id = any(${[...roleIds]}::uuid[]) and deleted_at is null
    order by 2 desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

type Holders = ReplyOf<typeof roles.users>

/** The users of a role that the caller sees. */
export async function pageHolders(
  ctx: Context,
  roleId: string,
  { pageNum, pageSize, keyword }: ParsedOf<typeof roles.users>['query'],
): Promise<Holders> {
  const named = keyword?.trim() ? [anyContains(['userName', 'realName'], keyword.trim())] : []
  const where = allOf([
    sql<boolean>`deleted_at is null`,
    sql<boolean>`id in (select user_id from user_role where role_id = ${roleId})`,
    userScope.rows(ctx.principal),
    ...named,
  ])
  const { rows } = await sql<
    Holders['list'][number]
  >`select id, user_name, real_name, org_name, status
    from app_user_row where ${where} order by user_name
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*) as total from app_user_row
    where ${where}`.execute(ctx.db)
  return { list: rows, total: counted.rows[0]?.total ?? 0, pageNum, pageSize }
}

interface Shown {
  readonly id: string
  readonly userCount: number | null
  readonly isEditable: boolean | null
}

/** Roles as the caller sees them: with the holders he sees, and whether he may change them. */
export async function asSeen<R extends Shown>(ctx: Context, rows: readonly R[]): Promise<R[]> {
  const { principal } = ctx
  if (principal.scope.all || rows.length === 0) return [...rows]
  const found = await sql<{ id: string; userCount: number; isEditable: boolean }>`select role.id,
      (select count(*)::integer from user_role held join app_user on app_user.id = held.user_id
        where held.role_id = role.id and app_user.deleted_at is null
          and ${organizationsBy('app_user.orgId').rows(principal)}) as user_count,
      (not is_system and ${organizationsBy('role.orgId').rows(principal)}) is true as is_editable
    from role where role.id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, ...byId.get(row.id) }))
}
