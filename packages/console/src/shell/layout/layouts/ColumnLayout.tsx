import { nameText, t } from '../../../platform/texts.ts'
import { columnGroup } from '../../menu/column.ts'
import { useTheme } from '../theme/settings.ts'
import { Bar } from '../Bar.tsx'
import { Breadcrumb } from '../Breadcrumb.tsx'
import { Brand } from '../Brand.tsx'
import { useSidebar } from '../collapse.ts'
import { FoldButton } from '../FoldButton.tsx'
import { MenuTree } from '../MenuTree.tsx'
import { arrowsAlong } from '../menuKeys.ts'
import { Tabs } from '../Tabs.tsx'
import { FewTools } from '../Tools.tsx'
import { TopChoice } from '../TopChoice.tsx'
import { useTopEntry } from '../useTopEntry.ts'
import styles from './ColumnLayout.module.css'

/** Two columns: top-level entries, and the chosen one's children. The Dashboard has no header: the first column has its tools. */
export function ColumnLayout() {
  const { entries, marked, route, around, picked, pick } = useTopEntry()
  const { collapsed } = useSidebar()
  const { columnStyle } = useTheme()
  const item = route?.item ?? null
  const group = columnGroup({ item, around, picked, collapsed })
  const chosen = picked ?? around
  const hasHeader = item?.frontName !== 'Dashboard'
  return (
    <>
      <div className={styles['columns']}>
        <div className={styles['first']} data-surface="menu" data-style={columnStyle}>
          <nav aria-label={t('frame.groups')} {...arrowsAlong('y')}>
            <Brand hasTitle={false} />
            <ul>
              {entries.map((entry) => (
                <li key={entry.item.id}>
                  <TopChoice
                    entry={entry}
                    marked={marked}
                    isChosen={entry === chosen}
                    onPick={pick}
                    className={styles['choice']}
                  />
                </li>
              ))}
            </ul>
          </nav>
          {!hasHeader && (
            <div className={styles['tools']}>
              <FewTools />
            </div>
          )}
        </div>
        {group && (
          <nav className={styles['second']} aria-label={t('shell.sidebar')}>
            <p className={styles['title']}>{nameText(group.item.menuName)}</p>
            <MenuTree entries={group.entries} marked={marked} />
          </nav>
        )}
      </div>
      {hasHeader && (
        <header>
          <Bar>
            <FoldButton />
            <Breadcrumb />
          </Bar>
          <Tabs />
        </header>
      )}
    </>
  )
}
