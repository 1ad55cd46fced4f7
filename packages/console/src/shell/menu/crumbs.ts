import type { MenuItem } from '@muster/contract'
import { markedPath, type Route } from './routes.ts'

/** One step of the breadcrumb. */
export interface Crumb {
  /** A text key or a name, as the menu gives it. */
  readonly name: string
  /** Null for a group, which has no page, and for the page in front. */
  readonly path: string | null
}

/** The way to a page: the groups around it, the list it belongs to, itself (under the tab's title). */
export function crumbsOf(
  routes: readonly Route[],
  route: Route,
  title: string | null,
): readonly Crumb[] {
  const marked = markedPath(routes, route)
  const list = marked === route.path ? undefined : routes.find(({ path }) => path === marked)
  return [
    ...(list ?? route).above.filter(isLevel).map(({ menuName }) => crumb(menuName)),
    ...(list ? [crumb(list.item.menuName, list.path)] : []),
    crumb(title ?? route.item.menuName),
  ]
}

const crumb = (name: string, path: string | null = null): Crumb => ({ name, path })

/** A group that lifts its children is no level of its own. */
const isLevel = ({ levelHidden }: MenuItem) => levelHidden !== 1
