import { useEffect } from 'react'
import { useAddress } from '../../platform/address.ts'
import { nameText, t } from '../../platform/texts.ts'
import { findRoute, markedPath, type Route } from '../menu/routes.ts'
import { useRoutes } from '../navigation.ts'
import { siteOf } from '../site.ts'
import { useTabs } from '../tabs/store.ts'
import styles from './Breadcrumb.module.css'

interface Crumb {
  readonly name: string
  /** Null for a group, which has no page. */
  readonly path: string | null
}

/** The way from the menu's top to the page in front; the last entry is plain. */
export function Breadcrumb() {
  const { path } = useAddress()
  const routes = useRoutes()
  const title = useTabs(({ tabs, activeId }) => tabs.find(({ id }) => id === activeId)?.title)
  const found = findRoute(routes, path)
  const crumbs = found ? crumbsOf(routes, found.route, title ?? null) : []
  usePageTitle(crumbs.at(-1)?.name)
  return (
    <nav className={styles['crumbs']} aria-label={t('shell.breadcrumb')}>
      <ol>
        {crumbs.map((crumb, index) => (
          // A group and its only page may have one name: the place is the key.
          <li key={index} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {crumb.path ? <a href={`#${crumb.path}`}>{crumb.name}</a> : <bdi>{crumb.name}</bdi>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The browser's tab and its history name the page. */
function usePageTitle(name: string | undefined): void {
  const { webName } = siteOf()
  useEffect(() => {
    document.title = name ? `${name} - ${webName}` : webName
    return () => {
      document.title = webName
    }
  }, [name, webName])
}

function crumbsOf(routes: readonly Route[], route: Route, title: string | null): readonly Crumb[] {
  const marked = markedPath(routes, route)
  const list = marked === route.path ? undefined : routes.find(({ path }) => path === marked)
  return [
    ...(list ?? route).above.map(({ menuName }) => ({ name: nameText(menuName), path: null })),
    ...(list ? [{ name: nameText(list.item.menuName), path: list.path }] : []),
    { name: title ?? nameText(route.item.menuName), path: null },
  ]
}
