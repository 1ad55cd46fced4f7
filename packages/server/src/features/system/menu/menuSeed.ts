import { menuTypes } from '@muster/contract'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Menu } from '../../../platform/schema.ts'
import {
  buttonCodes,
  builtScreens,
  operatorCodes,
  operatorScreens,
  superOnly,
} from './builtScreens.ts'
import { type ShippedPage, shippedMenu } from './shippedMenu.ts'

type Db = Kysely<DB>

/** Adds shipped menus and grants that are not there yet; what an administrator changed stays. */
export async function seedMenu(db: Db): Promise<void> {
  for (const [index, directory] of shippedMenu.entries()) {
    const parentId = await putItem(db, {
      menuType: menuTypes.directory,
      menuName: `menu.${directory.name}`,
      menuIcon: directory.icon,
      frontName: `dir${directory.name}`,
      frontPath: `/${directory.name}`,
      frontComponent: 'LAYOUT',
      sort: index * 100,
    })
    for (const [place, page] of directory.pages.entries())
      await seedPage(db, { parentId, page, place })
  }
  await seedRoles(db)
}

async function seedPage(db: Db, parts: { parentId: string; page: ShippedPage; place: number }) {
  const { parentId, page, place } = parts
  const pageId = await putItem(db, {
    parentId,
    menuType: menuTypes.page,
    menuName: `menu.${page.name}`,
    menuIcon: page.icon,
    frontPath: page.path,
    frontName: page.name,
    frontComponent: page.component,
    activeMenu: page.activeMenu ?? null,
    isShow: page.hidden ? 0 : 1,
    // Two records of one page are two tabs.
    dynamicNewTab: page.path.includes(':') ? 1 : 0,
    sort: place,
  })
  const codes = buttonCodes(page.component)
  if (codes.length === 0) return
  await db
    .insertInto('menu')
    .values(
      codes.map((code, sort) => ({
        parentId: pageId,
        menuType: menuTypes.button,
        menuName: code,
        buttonCode: code,
        isShipped: true,
        sort,
      })),
    )
    .onConflict((conflict) => conflict.column('buttonCode').doNothing())
    .execute()
}

type NewItem = Insertable<Menu> & { readonly frontName: string }

async function putItem(db: Db, item: NewItem): Promise<string> {
  await db
    .insertInto('menu')
    .values({ ...item, isShipped: true })
    .onConflict((conflict) => conflict.column('frontName').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('menu')
    .select('id')
    .where('frontName', '=', item.frontName)
    .executeTakeFirstOrThrow()
  return id
}

async function seedRoles(db: Db): Promise<void> {
  await putRole(db, { code: 'administrator', name: 'Administrator', kind: 'ALL' })
  await putRole(db, { code: 'operator', name: 'Operator', kind: 'OWN_ORG_AND_BELOW' })
  const built = Object.keys(builtScreens).filter((key) => !superOnly.has(key))
  const allCodes = shippedMenu.flatMap(({ pages }) =>
    pages.flatMap(({ component }) => (superOnly.has(component) ? [] : buttonCodes(component))),
  )
  await grant(db, 'administrator', { screens: built, codes: allCodes })
  await grant(db, 'operator', { screens: [...operatorScreens], codes: [...operatorCodes] })
}

async function putRole(db: Db, { code, name, kind }: { code: string; name: string; kind: string }) {
  await sql`with added as (
      insert into role (code, name, type, is_system) select ${code}, ${name}, 'PLATFORM', true
        where not exists (select from role where role.code = ${code} and role.is_system) returning id)
    insert into data_scope (role_id, kind) select added.id, ${kind} from added`.execute(db)
}

/** Grants screens, their directories and their buttons to a system role. */
async function grant(
  db: Db,
  role: string,
  held: { screens: readonly string[]; codes: readonly string[] },
) {
  await sql`insert into role_menu (role_id, menu_id)
    select role.id, menu.id from role cross join menu
    where role.code = ${role} and role.is_system and (
      menu.button_code = any(${[...held.codes]}::text[])
      or (menu.menu_type = ${menuTypes.page} and menu.front_component = any(${[...held.screens]}::text[]))
      or menu.id in (select page.parent_id from menu as page
        where page.menu_type = ${menuTypes.page} and page.front_component = any(${[...held.screens]}::text[])))
    on conflict do nothing`.execute(db)
}
