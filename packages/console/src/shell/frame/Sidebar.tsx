import { siteOf } from '../site.ts'
import { useAddress } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import { groupsAround, type SidebarEntry, sidebarOf } from '../menu/entries.ts'
import { findRoute, markedPath } from '../menu/routes.ts'
import { useMenu, useRoutes } from '../navigation.ts'
import { Logo } from './Logo.tsx'
import { MenuTree } from './MenuTree.tsx'
import styles from './Sidebar.module.css'

/** The menu that the server grants. Folded, it shows icons with pop-outs to the side. */
export function Sidebar({ isFolded }: { readonly isFolded: boolean }) {
  const entries = sidebarOf(useMenu())
  const marked = useMarkedPath()
  const { webName, sideTitle } = siteOf()
  return (
    <nav
      className={styles['sidebar']}
      data-surface="menu"
      data-folded={isFolded}
      aria-label={t('shell.sidebar')}
    >
      <div className={styles['brand']}>
        <Logo size={30} />
        {sideTitle !== 0 && !isFolded && <span className={styles['title']}>{webName}</span>}
      </div>
      <div className={styles['scroll']}>
        <MenuTree
          // A page of another group opens its group and closes the one that was open.
          key={openKey(entries, marked)}
          entries={entries}
          marked={marked}
          isFolded={isFolded}
        />
      </div>
    </nav>
  )
}

/** The sidebar's entry for the page in front. */
function useMarkedPath(): string {
  const { path } = useAddress()
  const routes = useRoutes()
  const found = findRoute(routes, path)
  return found ? markedPath(routes, found.route) : path
}

const openKey = (entries: readonly SidebarEntry[], marked: string) =>
  groupsAround(entries, marked)
    .map(({ path }) => path)
    .join()
