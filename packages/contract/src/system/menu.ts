import * as z from 'zod/mini'
import { type CallGroup, del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { type MenuGuard, menuGuard, menuItem } from '../user/session.ts'

/** The path that the calls of menu items share. */
export const menusPath = '/admin/system/v1/menu'

/** Levels that a menu may have, buttons included. */
export const menuDepth = 6
/** Items that all of a menu may have; what is read and written whole stays small. */
export const maxMenuItems = 2000

const flag = (start: 0 | 1) => z._default(f.status(), start)
const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))
const menuType = () =>
  z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** What an item says of itself, beside its place. Which of it an item has depends on its type. */
const content = once(() => ({
  menuType: menuType(),
  /** A text key, or a name. */
  menuName: f.name(),
  /** Own names, language → name; they go before `menuName`. */
  names: z._default(z.record(languageCode(), f.name()), {}),
  menuIcon: z._default(z.string().check(z.trim(), z.maxLength(32), z.regex(/^[a-z0-9-]*$/)), ''),
  /** A path of the console; of an external link its whole address. */
  frontPath: z._default(f.text(512), ''),
  /** Route name, and the key of its kept tab. */
  frontName: f.optional(z.string().check(z.trim(), z.maxLength(64), z.regex(/^[A-Za-z0-9]+$/))),
  /** One of the screens' keys. */
  frontComponent: z._default(f.text(64), ''),
  btnCode: f.optional(
    z.string().check(z.trim(), z.minLength(2), z.maxLength(64), z.regex(/^[A-Z0-9_]+$/)),
  ),
  iframeUrl: f.optional(f.webAddress()),
  /** The page whose entry is lit while this one is open: a path or a route name. */
  activeMenu: f.optional(f.text(255)),
  isShow: flag(1),
  keepAlive: flag(1),
  noClosable: flag(0),
  levelHidden: flag(0),
  noColumn: flag(0),
  tabHidden: flag(0),
  dynamicNewTab: flag(0),
  target: f.optional(z.literal('_blank')),
  /** Who may go there beside those whose role has the item. */
  guard: f.optional(menuGuard()),
}))

/** The rules of an item's own members. */
export const menuContent = once(() => z.object(content()))
export type MenuContent = z.output<ReturnType<typeof menuContent>>

const fields = once(() => ({
  parentId: f.optional(f.id()),
  ...content(),
  /** Place among its siblings; none: behind them. */
  sort: f.optional(z.int().check(z.minimum(0), z.maximum(9999))),
}))

const rowShape = once(() => ({
  id: f.id(),
  ...fields(),
  sort: z.int(),
  status: f.status(),
  version: z.int(),
  /** Shipped with Muster: it is moved, hidden and named anew, not deleted. */
  isShipped: z.boolean(),
  /** Of an embedded page: its address tells that page who looks at it (`frameSigning`). */
  isSigned: z.boolean(),
  /** Of a button: method and path of the calls that ask for its code, as the contract says. */
  apiPatterns: z.array(z.string()),
  createdAt: f.moment(),
  updatedAt: f.moment(),
  updatedBy: z.nullable(z.string()),
}))
const row = once(() => z.object(rowShape()))
export type MenuRecord = z.output<ReturnType<typeof row>>

/** An item with what lies below it. */
export interface MenuNode extends MenuRecord {
  readonly subSystemUserMenuVOS: readonly MenuNode[]
}
const node = once(
  (): z.ZodMiniType<MenuNode> =>
    z.object({
      ...rowShape(),
      subSystemUserMenuVOS: z.lazy(() => z.array(node())),
    }),
)

/** An item in a file. What breaks a rule is told item by item, so its schema is a wide one. */
export interface MenuFileItem {
  readonly menuType: number
  readonly menuName: string
  readonly names?: Readonly<Record<string, string>> | undefined
  readonly menuIcon?: string | undefined
  readonly frontPath?: string | undefined
  readonly frontName?: string | null | undefined
  readonly frontComponent?: string | undefined
  readonly btnCode?: string | null | undefined
  readonly iframeUrl?: string | null | undefined
  readonly activeMenu?: string | null | undefined
  readonly isShow?: 0 | 1 | undefined
  readonly keepAlive?: 0 | 1 | undefined
  readonly noClosable?: 0 | 1 | undefined
  readonly levelHidden?: 0 | 1 | undefined
  readonly noColumn?: 0 | 1 | undefined
  readonly tabHidden?: 0 | 1 | undefined
  readonly dynamicNewTab?: 0 | 1 | undefined
  readonly target?: '_blank' | null | undefined
  readonly guard?: MenuGuard | null | undefined
  readonly status?: 0 | 1 | undefined
  /** At the top of a file: the route name of the item it lies under; none: the top of the menu. */
  readonly parent?: string | null | undefined
  readonly subSystemUserMenuVOS?: readonly MenuFileItem[] | undefined
}

const anyText = () => z.string().check(z.maxLength(512))
const someText = () => z.optional(z.nullable(anyText()))

/** Not `z.lazy`: whatever is nested deeper than a menu can be is refused, and not followed. */
function fileItem(levels: number): z.ZodMiniType<MenuFileItem> {
  const below = levels > 1 ? fileItem(levels - 1) : z.never()
  return z.strictObject({
    menuType: z.int(),
    menuName: anyText(),
    names: z.optional(z.record(languageCode(), anyText())),
    menuIcon: z.optional(anyText()),
    frontPath: z.optional(anyText()),
    frontName: someText(),
    frontComponent: z.optional(anyText()),
    btnCode: someText(),
    iframeUrl: someText(),
    activeMenu: someText(),
    isShow: z.optional(f.status()),
    keepAlive: z.optional(f.status()),
    noClosable: z.optional(f.status()),
    levelHidden: z.optional(f.status()),
    noColumn: z.optional(f.status()),
    tabHidden: z.optional(f.status()),
    dynamicNewTab: z.optional(f.status()),
    target: z.optional(z.nullable(z.literal('_blank'))),
    guard: z.optional(z.nullable(menuGuard())),
    status: z.optional(f.status()),
    parent: someText(),
    subSystemUserMenuVOS: z.optional(z.array(below).check(z.maxLength(maxMenuItems))),
  })
}

/** A menu, or a part of one, as a file. */
export const menuFile = once(() =>
  z.strictObject({
    format: z.literal('muster-menu'),
    items: z.array(fileItem(menuDepth)).check(z.minLength(1), z.maxLength(maxMenuItems)),
  }),
)
export type MenuFile = z.output<ReturnType<typeof menuFile>>

/** What a file does to the menu. Whatever is refused keeps all of it from being applied. */
const fileOutcome = once(() =>
  z.object({
    isApplied: z.boolean(),
    added: z.array(z.string()),
    changed: z.array(z.object({ name: z.string(), fields: z.array(z.string()) })),
    unchanged: z.int(),
    refused: z.array(z.object({ name: z.string(), field: z.string(), reason: z.string() })),
  }),
)
export type MenuFileOutcome = z.output<ReturnType<typeof fileOutcome>>

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const affected = once(() => z.object({ count: z.int() }))

/** The menu of all roles: directories, pages, buttons, links and embedded pages. */
export const menus = {
  page: get(`${menusPath}/page`, 'MENU_LIST', () => ({
    query: pageQuery(
      z.object({
        menuName: z.optional(f.text(64)),
        menuType: z.optional(z.enum(['0', '1', '2', '3', '4'])),
        status: z.optional(z.enum(['0', '1'])),
      }),
    ),
    reply: pageOf(row()),
  })),
  /** All of it, in its order. */
  tree: get(`${menusPath}/tree`, 'MENU_LIST', () => ({ reply: z.array(node()) })),
  detail: get(`${menusPath}/detail/{id}`, 'MENU_DETAIL', () => ({ ...withId(), reply: row() })),
  add: post(`${menusPath}/add`, 'MENU_ADD', () => ({
    body: z.strictObject(fields()),
    reply: row(),
  })),
  update: put(`${menusPath}/update`, 'MENU_EDIT', () => ({
    body: z.strictObject({ ...fields(), id: f.id(), version: z.int() }),
    reply: row(),
  })),
  setStatus: put(`${menusPath}/status/{id}/{status}`, 'MENU_STATUS', () => ({
    params: z.strictObject({ id: f.id(), status: z.enum(['0', '1']) }),
    reply: affected(),
  })),
  /** For good: there is no bin. What has something below it stays, and so does what is shipped. */
  remove: del(`${menusPath}/delete/{id}`, 'MENU_DELETE', () => ({
    ...withId(),
    reply: affected(),
  })),
  removeMany: del(`${menusPath}/batch/delete`, 'MENU_BATCH_DELETE', () => ({
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
    reply: affected(),
  })),
  /** An item with all below it, once more beside it. Shipped buttons stay with their page. */
  copy: post(`${menusPath}/copy/{id}`, 'MENU_ADD', () => ({
    ...withId(),
    reply: z.object({ id: f.id() }),
  })),
  /**
   * The children of an item in their order: all that it has, and those that come to it from
   * elsewhere. `versions` are those that the caller has seen.
   */
  sort: put(`${menusPath}/sort`, 'MENU_SORT', () => ({
    body: z.strictObject({
      parentId: f.optional(f.id()),
      items: z
        .array(z.strictObject({ id: f.id(), version: z.int() }))
        .check(z.minLength(1), z.maxLength(maxMenuItems)),
    }),
    reply: affected(),
  })),
  /** The menu, or an item with what is below it, as a file to keep or to bring elsewhere. */
  takeOut: get(`${menusPath}/json`, 'MENU_EXPORT', () => ({
    query: z.strictObject({ id: z.optional(f.id()) }),
    reply: menuFile(),
  })),
  /** Adds and changes what a file says, known by route name and button code; takes nothing away. */
  bringIn: post(`${menusPath}/json`, 'MENU_IMPORT', () => ({
    body: z.strictObject({ file: menuFile(), dryRun: z.boolean() }),
    reply: fileOutcome(),
    proof: true,
  })),
  /** The menu as the holders of a role see it. */
  preview: get(`${menusPath}/preview/{roleId}`, 'MENU_DETAIL', () => ({
    params: z.strictObject({ roleId: f.id() }),
    reply: z.array(menuItem()),
  })),
} satisfies CallGroup
