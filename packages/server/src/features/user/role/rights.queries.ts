import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type RightRow, withParents } from './rights.rules.ts'

/** Whose menu items they are: a role's, or an API client's. */
export interface RightHolder {
  readonly table: 'role_menu' | 'api_client_menu'
  readonly column: 'role_id' | 'client_id'
  readonly id: string
}

export const ofRole = (id: string): RightHolder => ({ table: 'role_menu', column: 'role_id', id })
export const ofClient = (id: string): RightHolder => ({
  table: 'api_client_menu',
  column: 'client_id',
  id,
})

/** All menu items in their order: which of them a holder has, if there is one, and which the caller holds. */
export async function rightsOf(ctx: Context, holder: RightHolder | null): Promise<RightRow[]> {
  const { isSuperAdmin, roleIds, permissions } = ctx.principal
  const isGranted = holder
    ? sql`exists (select from ${sql.table(holder.table)} held
        where held.menu_id = menu.id and held.${sql.ref(holder.column)} = ${holder.id})`
    : sql`false`
  const { rows } =
    await sql<RightRow>`select menu.id, menu.parent_id, coalesce(menu.names ->> ${ctx.language}, menu.menu_name) as name,
      menu.menu_type, menu.button_code as code, menu.front_component as component,
      ${isGranted} as is_granted,
      (${isSuperAdmin} or coalesce(menu.button_code = any(${[...permissions]}::text[]), false)
        or exists (select from role_menu held
          where held.menu_id = menu.id and held.role_id = any(${[...roleIds]}::uuid[]))) as is_held
    from menu order by menu.sort, menu.id`.execute(ctx.db)
  // Whoever holds a button holds the way to it.
  const held = withParents(
    rows.filter(({ isHeld }) => isHeld).map(({ id }) => id),
    rows,
  )
  return rows.map((row) => ({ ...row, isHeld: held.has(row.id) }))
}

/** Gives and takes menu items. */
export async function changeRights(
  ctx: Context,
  { table, column, id }: RightHolder,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}
    and menu_id = any(${[...removed]}::uuid[])`.execute(ctx.db)
  await sql`insert into ${sql.table(table)} (${sql.ref(column)}, menu_id)
    select ${id}, unnest(${[...added]}::uuid[]) on conflict do nothing`.execute(ctx.db)
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
