import { nameText } from '../../platform/texts.ts'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import { topOf, type SidebarEntry } from '../menu/entries.ts'
import { entryLink } from './entryLink.ts'
import styles from './MenuTree.module.css'
import { PopOut } from './PopOut.tsx'
import { usePopOuts } from './usePopOuts.ts'

interface Props {
  readonly entries: readonly SidebarEntry[]
  readonly marked: string
  /** Pop-outs of two columns of cells. */
  readonly hasPanels: boolean
}

/** The folded menu: icons, with groups that pop out to the side. */
export function Rail({ entries, marked, hasPanels }: Props) {
  const popOuts = usePopOuts('y')
  const around = topOf(entries, marked)
  return (
    <ul className={styles['list']} {...popOuts.bar}>
      {entries.map((entry) => {
        const { id, menuName, menuIcon } = entry.item
        const name = nameText(menuName)
        return (
          <li key={id}>
            {entry.entries.length === 0 ? (
              <a
                className={styles['row']}
                aria-label={name}
                title={name}
                {...entryLink(entry, marked)}
                {...popOuts.leaf}
              >
                <MenuIcon name={menuIcon} />
              </a>
            ) : (
              <PopOut
                id={entry.path}
                name={name}
                entries={entry.entries}
                marked={marked}
                popOuts={popOuts}
                side="beside"
                isPanel={hasPanels}
              >
                <button
                  type="button"
                  className={styles['row']}
                  data-around={entry === around}
                  aria-label={name}
                  {...popOuts.target(entry.path)}
                >
                  <MenuIcon name={menuIcon} />
                </button>
              </PopOut>
            )}
          </li>
        )
      })}
    </ul>
  )
}
