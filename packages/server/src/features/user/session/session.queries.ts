import { type MenuItem, menuTypes, type signInResults } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { sourceOf } from '../guessing/source.rules.ts'

/** The account of a user name, whatever its state, or null. */
export async function findAccount(ctx: Context, userName: string) {
  const found = await ctx.db
    .selectFrom('appUser')
    .select(['id', 'userName', 'email', 'language'])
    .select(sql<boolean>`is_usable(app_user)`.as('isUsable'))
    .where(sql`lower(user_name)`, '=', userName.toLowerCase())
    .executeTakeFirst()
  return found ?? null
}

/** The same account again, its row locked: what is judged now cannot change until the commit. */
export const lockAccount = (ctx: Context, id: string) =>
  ctx.db.selectFrom('appUser').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

export interface SignInEntry {
  readonly userName: string
  readonly userId: string | null
  readonly result: (typeof signInResults)[number]
}

/** Writes how a sign-in ended; failures are counted from here. */
export async function noteSignIn(ctx: Context, entry: SignInEntry): Promise<void> {
  const { ip, userAgent } = ctx
  await ctx.db
    .insertInto('signInLog')
    .values({
      ...entry,
      ip,
      at: ctx.now().toISOString(),
      source: sourceOf(ip),
      userAgent: userAgent.slice(0, 255),
    })
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
    where menu.menu_type <> ${menuTypes.button} and (menu.id in (select role_menu.menu_id from role_menu
        where role_menu.role_id = any(${ctx.principal.roleIds}::uuid[]))
      -- Everybody has a password to change.
      or menu.front_component = 'PERSONAL_CENTER'
      or menu.id in (select own.parent_id from menu as own where own.front_component = 'PERSONAL_CENTER'))
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
