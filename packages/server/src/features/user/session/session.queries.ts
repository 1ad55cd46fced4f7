import { type MenuItem, menuTypes } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** The account of a user name, locked for this sign-in so that guesses cannot run side by side. */
export function lockAccount(ctx: Context, userName: string) {
  return ctx.db
    .selectFrom('appUser')
    .selectAll()
    .where(sql`lower(user_name)`, '=', userName.toLowerCase())
    .where(sql<SqlBool>`is_usable(app_user)`)
    .forUpdate()
    .executeTakeFirst()
}

/** Failed sign-ins from one address within the last day. */
export async function failuresFrom(ctx: Context, ip: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('signInLog')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ip', '=', ip)
    .where('at', '>', sql<string>`now() - interval '1 day'`)
    .where('result', '<>', 'SUCCESS')
    .executeTakeFirstOrThrow()
  return count
}

export interface SignInEntry {
  readonly userName: string
  readonly userId: string | null
  readonly result: 'SUCCESS' | 'WRONG_PASSWORD' | 'UNKNOWN_USER' | 'LOCKED'
}

export async function logSignIn(ctx: Context, entry: SignInEntry): Promise<void> {
  const { ip, userAgent } = ctx
  await ctx.db
    .insertInto('signInLog')
    .values({ ...entry, ip, userAgent: userAgent.slice(0, 255) })
    .execute()
}

interface MenuRow extends Omit<MenuItem, 'subSystemUserMenuVOS'> {
  readonly parentId: string | null
}

/** The tree of menus that the caller's roles hold, directories without a page left out. */
export async function menuTree(ctx: Context): Promise<MenuItem[]> {
  const { rows } = await sql<MenuRow>`
    select menu.id, menu.parent_id, menu.front_path, coalesce(menu.front_name, '') as front_name,
      menu.front_component, menu.menu_name, menu.menu_icon, menu.is_show, menu.menu_type,
      menu.iframe_url, menu.keep_alive, menu.no_closable, menu.active_menu,
      menu.level_hidden, menu.no_column, menu.tab_hidden, menu.dynamic_new_tab, menu.target, menu.guard
    from menu
    where menu.menu_type <> ${menuTypes.button} and exists (select from role_menu
      where role_menu.menu_id = menu.id and role_menu.role_id = any(${ctx.principal.roleIds}::uuid[]))
    order by menu.sort, menu.id`.execute(ctx.db)
  return childrenOf(null, rows)
}

function childrenOf(parentId: string | null, rows: readonly MenuRow[]): MenuItem[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map((item) => ({
      ...item,
      subSystemUserMenuVOS: childrenOf(item.id, rows),
    }))
    .filter((item) => item.menuType !== menuTypes.directory || item.subSystemUserMenuVOS.length > 0)
}
