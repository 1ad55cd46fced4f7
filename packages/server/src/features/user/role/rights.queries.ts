import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type RightRow, withParents } from './rights.rules.ts'

/** All menu items in their order: which of them a role grants, and which the caller holds. */
export async function rightsOf(ctx: Context, roleId: string): Promise<RightRow[]> {
  const { isSuperAdmin, roleIds } = ctx.principal
  const { rows } = await sql<RightRow>`select menu.id, menu.parent_id, menu.menu_name as name,
      menu.menu_type, menu.button_code as code, menu.front_component as component,
      exists (select from role_menu held where held.menu_id = menu.id and held.role_id = ${roleId}) as is_granted,
      (${isSuperAdmin} or exists (select from role_menu held
        where held.menu_id = menu.id and held.role_id = any(${[...roleIds]}::uuid[]))) as is_held
    from menu order by menu.sort, menu.id`.execute(ctx.db)
  // Whoever holds a button holds the way to it.
  const held = withParents(
    rows.filter(({ isHeld }) => isHeld).map(({ id }) => id),
    rows,
  )
  return rows.map((row) => ({ ...row, isHeld: held.has(row.id) }))
}

/** Gives and takes menu items of a role. */
export async function changeRights(
  ctx: Context,
  roleId: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await sql`delete from role_menu where role_id = ${roleId} and menu_id = any(${[...removed]}::uuid[])`.execute(
    ctx.db,
  )
  await sql`insert into role_menu (role_id, menu_id)
    select ${roleId}, unnest(${[...added]}::uuid[]) on conflict do nothing`.execute(ctx.db)
}

/** Gives a role what another one grants: its menu items and its data scope. */
export async function copyRights(ctx: Context, from: string, to: string): Promise<void> {
  await sql`insert into role_menu (role_id, menu_id)
    select ${to}, menu_id from role_menu where role_id = ${from}`.execute(ctx.db)
  await sql`delete from data_scope where role_id = ${to}`.execute(ctx.db)
  await sql`with copied as (insert into data_scope (role_id, kind, vendor_ids, model_ids)
      select ${to}, kind, vendor_ids, model_ids from data_scope where role_id = ${from} returning id)
    insert into data_scope_organization (scope_id, org_id, with_below)
      select copied.id, chosen.org_id, chosen.with_below from copied, data_scope_organization chosen
        join data_scope source on source.id = chosen.scope_id where source.role_id = ${from}`.execute(
    ctx.db,
  )
}
