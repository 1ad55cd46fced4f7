import { t } from '../../platform/texts.ts'
import type { SidebarEntry } from '../menu/entries.ts'
import { Brand } from './Brand.tsx'
import { MenuTree } from './MenuTree.tsx'
import { Rail } from './Rail.tsx'
import styles from './Sidebar.module.css'

interface Props {
  readonly entries: readonly SidebarEntry[]
  readonly marked: string
  readonly isFolded: boolean
  readonly hasBrand?: boolean
  /** Folded for good: pop-outs are panels. */
  readonly hasPanels?: boolean
}

/** The menu beside the page. Folded, it shows icons with pop-outs to the side. */
export function Sidebar({ isFolded, hasBrand = true, hasPanels = false, ...menu }: Props) {
  return (
    <nav
      className={styles['sidebar']}
      data-surface="menu"
      data-folded={isFolded}
      aria-label={t('shell.sidebar')}
    >
      {hasBrand && <Brand hasTitle={!isFolded} />}
      <div className={styles['scroll']}>
        {isFolded ? <Rail {...menu} hasPanels={hasPanels} /> : <MenuTree {...menu} />}
      </div>
    </nav>
  )
}
