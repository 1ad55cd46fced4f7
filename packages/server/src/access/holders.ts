import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'

/** So many are told at most; they share the work. */
const mostTold = 100

/** Who holds a permission and sees all organisations, the latest at work first. */
export async function holdersOf(db: Kysely<DB>, permission: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select account.id from app_user account
    where is_usable(account) and (account.is_super_admin or exists (
      select from user_role held
        join role on role.id = held.role_id and role.status = 1 and role.deleted_at is null
        join data_scope scope on scope.role_id = role.id and scope.kind = 'ALL'
        join role_menu on role_menu.role_id = role.id
        join menu on menu.id = role_menu.menu_id
      where held.user_id = account.id and menu.button_code = ${permission}))
    order by account.last_sign_in_at desc nulls last limit ${mostTold}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who holds a permission where an organisation's records are within his data scope, the latest at work first. */
export const holdersAt = (db: Kysely<DB>, permission: string, orgId: string): Promise<string[]> =>
  holdersOfAllAt(db, { permissions: [permission], orgId })

interface Sought {
  readonly permissions: readonly string[]
  readonly orgId: string
  /** Whom it does not concern: they take nobody's place. */
  readonly but?: readonly (string | null)[]
}

/** Who holds each of some permissions there, the latest at work first. */
export async function holdersOfAllAt(
  db: Kysely<DB>,
  { permissions, orgId, but = [] }: Sought,
): Promise<string[]> {
  const holders = permissions.map(
    (permission) =>
      sql`select user_id from permission_holders(${permission}, array[${orgId}::uuid])`,
  )
  const left = but.filter((id) => id !== null)
  const { rows } = await sql<{ id: string }>`select account.id from app_user account
    where account.id in (${sql.join(holders, sql` intersect `)})
      and account.id not in (select one_person(id) from unnest(${left}::uuid[]) as left_out (id))
    order by account.last_sign_in_at desc nulls last limit ${mostTold}`.execute(db)
  return rows.map(({ id }) => id)
}
