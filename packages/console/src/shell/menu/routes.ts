import { type MenuItem, menuTypes } from '@muster/contract'
import { matchPath, type Query } from '../../platform/address.ts'

/** A menu item with a path of its own, and where it stands in the tree. */
export interface Route {
  readonly item: MenuItem
  /** Full path; may hold parameters: `/device/detail/:id`. */
  readonly path: string
  /** The items above it, outermost first. */
  readonly above: readonly MenuItem[]
}

/** A visible entry of the sidebar: a leaf leads to a path, a group holds entries. */
export interface SidebarEntry {
  readonly item: MenuItem
  readonly path: string
  readonly entries: readonly SidebarEntry[]
}

/** An item's path below its parent's; a whole path or an outside address stands for itself. */
function pathBelow(parent: string, { frontPath }: MenuItem): string {
  const isWhole = frontPath.startsWith('/') || isExternal(frontPath)
  return isWhole ? frontPath : `${parent}/${frontPath}`
}

/** Every route of the menu tree. Items with children are groups and have no page. */
export function routesOf(
  menu: readonly MenuItem[],
  parent = '',
  above: readonly MenuItem[] = [],
): readonly Route[] {
  return menu.flatMap((item) => {
    const path = pathBelow(parent, item)
    const children = item.subSystemUserMenuVOS
    if (children.length > 0) return routesOf(children, path, [...above, item])
    return hasPage(item) ? [{ item, path, above }] : []
  })
}

/** The route of a path with its parameters. A route without parameters wins over one with. */
export function findRoute(
  routes: readonly Route[],
  path: string,
): { readonly route: Route; readonly params: Query } | null {
  const plain = routes.find((route) => route.path === path)
  if (plain) return { route: plain, params: {} }
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return null
}

const hasPage = ({ menuType }: MenuItem) =>
  menuType === menuTypes.page || menuType === menuTypes.iframe

/** The entries the sidebar shows: hidden items and groups without a visible entry are left out. */
export function sidebarOf(menu: readonly MenuItem[], parent = ''): readonly SidebarEntry[] {
  return menu.flatMap((item): readonly SidebarEntry[] => {
    if (item.isShow === 0) return []
    const path = pathBelow(parent, item)
    if (item.subSystemUserMenuVOS.length === 0) {
      return item.menuType === menuTypes.directory ? [] : [{ item, path, entries: [] }]
    }
    const entries = sidebarOf(item.subSystemUserMenuVOS, path)
    return entries.length > 0 ? [{ item, path, entries }] : []
  })
}

/** The first page of the sidebar, from the top. */
export function firstPath(entries: readonly SidebarEntry[]): string | null {
  for (const entry of entries) {
    const path = entry.entries.length > 0 ? firstPath(entry.entries) : entry.path
    if (path && !isExternal(path)) return path
  }
  return null
}

/** An address outside of the console. */
export const isExternal = (path: string) => /^(https?:|mailto:|tel:)/.test(path)

/** The entry that a page marks in the sidebar: its own, or the one its `activeMenu` names. */
export function markedPath(routes: readonly Route[], route: Route): string {
  const { activeMenu } = route.item
  if (!activeMenu) return route.path
  const named = routes.find(
    ({ item, path }) => item.frontName === activeMenu || path === activeMenu,
  )
  return named?.path ?? activeMenu
}

/** The groups around a path, outermost first. */
export function groupsAround(
  entries: readonly SidebarEntry[],
  path: string,
): readonly SidebarEntry[] {
  for (const entry of entries) {
    if (entry.entries.some((child) => child.path === path)) return [entry]
    const inner = groupsAround(entry.entries, path)
    if (inner.length > 0) return [entry, ...inner]
  }
  return []
}
