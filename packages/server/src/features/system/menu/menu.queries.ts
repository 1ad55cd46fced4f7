import { type MenuNode, type MenuRecord, ownMenuPath, menusPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { apiPatternsOf } from './apiPatterns.ts'
import { inOrder, type Item } from './menu.rules.ts'

type Stored = Omit<MenuRecord, 'apiPatterns'>

/** A row of the view as the contract shows it. */
export const shown = <R extends Pick<Stored, 'btnCode'>>(row: R) => ({
  ...row,
  apiPatterns: apiPatternsOf(row.btnCode),
})

async function readRows(db: Kysely<DB>, id?: string): Promise<MenuRecord[]> {
  const one = id === undefined ? sql`` : sql`where id = ${id}`
  const { rows } = await sql<Stored & { updatedByName: string | null }>`
    select * from menu_row ${one} order by sort, id`.execute(db)
  return rows.map((row) => ({ ...shown(row), updatedBy: row.updatedByName }))
}

/** One item. */
export async function findItem(ctx: Context, id: string): Promise<MenuRecord> {
  const [row] = await readRows(ctx.db, id)
  if (!row) throw notFound()
  return row
}

/** The whole menu as a tree. */
export async function readTree(ctx: Context): Promise<MenuNode[]> {
  const rows = Map.groupBy(await readRows(ctx.db), ({ parentId }) => parentId)
  const below = (parentId: string | null): MenuNode[] =>
    (rows.get(parentId) ?? []).map((row) => ({ ...row, subSystemUserMenuVOS: below(row.id) }))
  return below(null)
}

/** All items, in their order. */
export async function readItems(ctx: Context): Promise<Item[]> {
  const { rows } = await sql<Item>`select id, parent_id, menu_type, menu_name, names, menu_icon,
    front_path, front_name, front_component, btn_code, iframe_url, active_menu, is_show, keep_alive,
    no_closable, level_hidden, no_column, tab_hidden, dynamic_new_tab, target, guard, sort, status,
    version, is_shipped from menu_row`.execute(ctx.db)
  return inOrder(rows)
}

/** Roles that a guard may name. */
export const readRoles = ({ db }: Pick<Context, 'db'>) =>
  db.selectFrom('role').select(['id', 'code']).where('deletedAt', 'is', null).execute()

/** {@link readItems}; nobody else writes the menu until the commit. */
export async function lockItems(ctx: Context): Promise<Item[]> {
  await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(ctx.db)
  return readItems(ctx)
}

/** As many new ids as may be needed. */
export async function newIds(ctx: Context, count: number): Promise<() => string> {
  const { rows } = await sql<{ id: string }>`select uuid7() as id
    from generate_series(1, ${count}::integer)`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  return () => {
    const id = ids.pop()
    if (id === undefined) throw new Error('more items than ids')
    return id
  }
}

/** The columns of an item, as they come in one JSON document. */
const incoming = sql`(id uuid, "parentId" uuid, "menuType" smallint, "menuName" text, names jsonb,
  "menuIcon" text, "frontPath" text, "frontName" text, "frontComponent" text, "btnCode" text,
  "iframeUrl" text, "activeMenu" text, "isShow" smallint, "keepAlive" smallint,
  "noClosable" smallint, "levelHidden" smallint, "noColumn" smallint, "tabHidden" smallint,
  "dynamicNewTab" smallint, target text, guard jsonb, sort integer, status smallint)`

const values = sql`new."parentId", new."menuType", new."menuName", new.names, new."menuIcon",
  new."frontPath", new."frontName", new."frontComponent", new."btnCode", new."iframeUrl",
  new."activeMenu", new."isShow", new."keepAlive", new."noClosable", new."levelHidden",
  new."noColumn", new."tabHidden", new."dynamicNewTab", new.target, new.guard, new.sort, new.status`

const columns = sql`parent_id, menu_type, menu_name, names, menu_icon, front_path, front_name,
  front_component, button_code, iframe_url, active_menu, is_show, keep_alive, no_closable,
  level_hidden, no_column, tab_hidden, dynamic_new_tab, target, guard, sort, status`

/** Writes what is new and what changed, in one statement each; versions rise by one. */
export async function writeItems(
  ctx: Context,
  { added, changed }: { readonly added: readonly Item[]; readonly changed: readonly Item[] },
): Promise<void> {
  const { userId } = ctx.principal
  if (changed.length > 0)
    await sql`update menu set (${columns}) = row(${values}), version = menu.version + 1,
        updated_at = now(), updated_by = ${userId}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as new ${incoming}
      where menu.id = new.id`.execute(ctx.db)
  if (added.length > 0)
    await sql`insert into menu (id, ${columns}, created_by)
      select new.id, ${values}, ${userId}
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as new ${incoming}`.execute(ctx.db)
}

/** Tells the consoles: whoever looks at the menus here, and everybody's own menu. */
export function tellOf(ctx: Context, ids: readonly string[]): void {
  ctx.changed(menusPath, ids)
  ctx.changed(ownMenuPath, [])
}
