import { useAddress } from '../../platform/address.ts'
import { type SidebarEntry, sidebarOf } from '../menu/entries.ts'
import { findRoute, markedPath, type Route } from '../menu/routes.ts'
import { useMenu, useRoutes } from '../menu/navigation.ts'

/** The menu and where in it the page in front stands. */
export interface MenuPlace {
  readonly entries: readonly SidebarEntry[]
  /** Path of the entry that is lit. */
  readonly marked: string
  readonly route: Route | null
}

/** The visible menu with the entry of the page in front. */
export function useMenuPlace(): MenuPlace {
  const { path } = useAddress()
  const routes = useRoutes()
  const entries = sidebarOf(useMenu())
  const route = findRoute(routes, path)?.route ?? null
  return { entries, route, marked: route ? markedPath(routes, route) : path }
}
