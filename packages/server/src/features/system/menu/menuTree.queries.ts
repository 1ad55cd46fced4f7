import { type MenuItem, menuTypes } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

export interface Onlooker {
  readonly roleIds: readonly string[]
  /** Sees all that this version has, so that nothing is out of reach. */
  readonly isSuperAdmin: boolean
  readonly language: string
}

interface MenuRow extends Omit<MenuItem, 'subSystemUserMenuVOS'> {
  readonly parentId: string | null
}

/**
 * The enabled menu that roles give, directories without a page left out. What lies below an item
 * that they do not give is reached all the same: the item then is a directory and no page.
 */
export async function menuFor(
  db: Kysely<DB>,
  { roleIds, isSuperAdmin, language }: Onlooker,
): Promise<MenuItem[]> {
  const { rows } = await sql<MenuRow>`
    with recursive given as (
      select menu.id, menu.parent_id from menu
      where menu.menu_type <> ${menuTypes.button} and (${isSuperAdmin}
        or menu.id in (select role_menu.menu_id from role_menu
          where role_menu.role_id = any(${[...roleIds]}::uuid[]))
        -- Everybody has a password to change.
        or menu.front_component = 'PERSONAL_CENTER')),
    reached as (
      select id, parent_id from given
      union select up.id, up.parent_id from menu up join reached on reached.parent_id = up.id)
    select menu.id, menu.parent_id, menu.front_path, coalesce(menu.front_name, '') as front_name,
      menu.front_component, coalesce(menu.names ->> ${language}, menu.menu_name) as menu_name,
      menu.menu_icon, menu.is_show,
      case when menu.id in (select id from given) then menu.menu_type else ${sql.lit(menuTypes.directory)} end as menu_type,
      menu.iframe_url, menu.keep_alive, menu.no_closable, menu.active_menu,
      menu.level_hidden, menu.no_column, menu.tab_hidden, menu.dynamic_new_tab, menu.target, menu.guard
    from menu join reached on reached.id = menu.id
    where menu.status = 1 order by menu.sort, menu.id`.execute(db)
  return childrenOf(
    null,
    Map.groupBy(rows, ({ parentId }) => parentId),
  )
}

function childrenOf(
  parentId: string | null,
  rows: ReadonlyMap<string | null, readonly MenuRow[]>,
): MenuItem[] {
  return (rows.get(parentId) ?? [])
    .map((item) => ({ ...item, subSystemUserMenuVOS: childrenOf(item.id, rows) }))
    .filter((item) => item.menuType !== menuTypes.directory || item.subSystemUserMenuVOS.length > 0)
}

/**
 * What the page of a path asks for, whoever looks: the code of its first button, which lets its
 * holder read it, else its route name; null where no page is.
 */
export async function permissionOfPage(db: Kysely<DB>, path: string): Promise<string | null> {
  const { rows } = await sql<{ permission: string }>`
    select coalesce(first.button_code, page.front_name) as permission
    from menu page left join lateral (
      select button.button_code from menu button
      where button.parent_id = page.id and button.menu_type = ${menuTypes.button}
      order by button.sort, button.id limit 1) first on true
    where page.status = 1 and page.menu_type in (${menuTypes.page}, ${menuTypes.iframe})
      and ${path}::text ~ ('^' || regexp_replace(
        replace(page.front_path, '.', '\\.'), ':[^/]+', '[^/]+', 'g') || '$')
    order by page.front_path <> ${path}, page.sort, page.id limit 1`.execute(db)
  return rows[0]?.permission ?? null
}
