import { type MenuItem, menuTypes } from '@muster/contract'
import { matchPath, type Query } from '../../platform/address.ts'
import { pathBelow } from './paths.ts'

/** A menu item with a path of its own, and where it stands in the tree. */
export interface Route {
  readonly item: MenuItem
  /** Full path; may hold parameters: `/device/detail/:id`. */
  readonly path: string
  /** The items above it, outermost first. */
  readonly above: readonly MenuItem[]
}

/**
 * Every route of the menu tree. A leaf at the top is mounted under the root path, whatever else under
 * its parent; an item that only holds others has no page.
 */
export function routesOf(
  menu: readonly MenuItem[],
  parent = '',
  above: readonly MenuItem[] = [],
): readonly Route[] {
  return menu.flatMap((item) => {
    const path = pathBelow(parent, item)
    const below = routesOf(item.subSystemUserMenuVOS, path, [...above, item])
    return hasPage(item) ? [{ item, path, above }, ...below] : below
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

/** The entry that a page marks in the sidebar: its own, or the one its `activeMenu` names. */
export function markedPath(routes: readonly Route[], route: Route): string {
  const { activeMenu } = route.item
  if (!activeMenu) return route.path
  const named = routes.find(
    ({ item, path }) => item.frontName === activeMenu || path === activeMenu,
  )
  return named?.path ?? activeMenu
}
