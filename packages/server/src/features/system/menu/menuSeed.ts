import { menuTypes } from '@muster/contract'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Menu } from '../../../platform/schema.ts'
import { buttonCodes, builtScreens, superOnly } from './builtScreens.ts'
import { operatorCodes, operatorScreens } from './operatorRights.ts'
import { type ShippedDirectory, type ShippedPage, shippedMenu } from './shippedMenu.ts'

type Db = Kysely<DB>

/** Adds shipped menus and grants that are not there yet; what an administrator changed stays. */
export async function seedMenu(db: Db): Promise<void> {
  await putItems(db, shippedMenu.map(directoryItem))
  const directories = await idsOf(db)
  const pages = shippedMenu.flatMap(({ name, pages: shipped }) =>
    shipped.map((page, place) =>
      pageItem(page, { parentId: directories.get(`dir${name}`), place }),
    ),
  )
  await putItems(db, pages)
  const placed = await idsOf(db)
  const buttons = shippedPages().flatMap(({ name, component }) =>
    buttonCodes(component).map((code, sort) => ({
      parentId: placed.get(name) ?? null,
      menuType: menuTypes.button,
      menuName: code,
      buttonCode: code,
      isShipped: true,
      sort,
    })),
  )
  await db
    .insertInto('menu')
    .values(buttons)
    .onConflict((conflict) => conflict.column('buttonCode').doNothing())
    .execute()
  await seedRoles(db)
}

const shippedPages = (): readonly ShippedPage[] => shippedMenu.flatMap(({ pages }) => pages)

function directoryItem({ name, icon }: ShippedDirectory, index: number): NewItem {
  return {
    menuType: menuTypes.directory,
    menuName: `menu.${name}`,
    menuIcon: icon,
    frontName: `dir${name}`,
    frontPath: `/${name}`,
    frontComponent: 'LAYOUT',
    sort: index * 100,
    isShipped: true,
  }
}

function pageItem(
  page: ShippedPage,
  { parentId = null, place }: { parentId: string | null | undefined; place: number },
): NewItem {
  return {
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
    isShipped: true,
  }
}

type NewItem = Insertable<Menu> & { readonly frontName: string }

async function putItems(db: Db, items: readonly NewItem[]): Promise<void> {
  await db
    .insertInto('menu')
    .values([...items])
    .onConflict((conflict) => conflict.column('frontName').doNothing())
    .execute()
}

/** The items that are known by a route name, also those that were there before. */
async function idsOf(db: Db): Promise<Map<string, string>> {
  const items = await db
    .selectFrom('menu')
    .select(['id', 'frontName'])
    .where('frontName', 'is not', null)
    .execute()
  return new Map(items.map(({ id, frontName }) => [frontName ?? '', id]))
}

/** What the shipped roles hold: screens and codes. */
export function shippedGrants(): readonly (Grants & { readonly role: string })[] {
  const open = shippedPages().filter(({ component }) => !superOnly.has(component))
  const built = Object.keys(builtScreens).filter((key) => !superOnly.has(key))
  const allCodes = open.flatMap(({ component }) => buttonCodes(component))
  return [
    { role: 'administrator', screens: built, codes: allCodes },
    { role: 'operator', screens: [...operatorScreens], codes: [...operatorCodes] },
  ]
}

async function seedRoles(db: Db): Promise<void> {
  await putRole(db, { code: 'administrator', name: 'Administrator', kind: 'ALL' })
  await putRole(db, { code: 'operator', name: 'Operator', kind: 'OWN_ORG_AND_BELOW' })
  for (const { role, ...held } of shippedGrants()) await grant(db, role, held)
}

async function putRole(db: Db, { code, name, kind }: { code: string; name: string; kind: string }) {
  await sql`with added as (
      insert into role (code, name, type, is_system) select ${code}, ${name}, 'PLATFORM', true
        where not exists (select from role where role.code = ${code} and role.is_system) returning id)
    insert into data_scope (role_id, kind) select added.id, ${kind} from added`.execute(db)
}

interface Grants {
  readonly screens: readonly string[]
  readonly codes: readonly string[]
}

/** Grants screens, their directories and their buttons to a system role. */
async function grant(db: Db, role: string, held: Grants) {
  await sql`insert into role_menu (role_id, menu_id)
    select role.id, menu.id from role cross join menu
    where role.code = ${role} and role.is_system and (
      menu.button_code = any(${[...held.codes]}::text[])
      or (menu.menu_type = ${menuTypes.page} and menu.front_component = any(${[...held.screens]}::text[]))
      or menu.id in (select page.parent_id from menu as page
        where page.menu_type = ${menuTypes.page} and page.front_component = any(${[...held.screens]}::text[])))
    on conflict do nothing`.execute(db)
}
