import { useAddress } from '../../platform/address.ts'
import { nameText, t } from '../../platform/texts.ts'
import { type Crumb, crumbsOf } from '../menu/crumbs.ts'
import { findRoute } from '../menu/routes.ts'
import { useRoutes } from '../menu/navigation.ts'
import { useTabs } from '../tabs/store.ts'
import styles from './Breadcrumb.module.css'

/** The way from the menu's top to the page in front. */
export function useCrumbs(): readonly Crumb[] {
  const { path } = useAddress()
  const routes = useRoutes()
  const title = useTabs(({ tabs, activeId }) => tabs.find(({ id }) => id === activeId)?.title)
  const found = findRoute(routes, path)
  return found ? crumbsOf(routes, found.route, title ?? null) : []
}

/** Where the page in front is; the last entry is plain. */
export function Breadcrumb() {
  const crumbs = useCrumbs()
  return (
    <nav className={styles['crumbs']} aria-label={t('shell.breadcrumb')}>
      <ol>
        {crumbs.map(({ name, path }, index) => (
          // A group and its only page may have one name: the place is the key.
          <li key={index} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {path ? <a href={`#${path}`}>{nameText(name)}</a> : <bdi>{nameText(name)}</bdi>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
