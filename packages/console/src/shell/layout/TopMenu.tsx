import { nameText, t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import { topOf, type SidebarEntry } from '../menu/entries.ts'
import { entryLink } from './entryLink.ts'
import { PopOut } from './PopOut.tsx'
import styles from './TopMenu.module.css'
import { useFitting } from './useFitting.ts'
import { type PopOuts, usePopOuts } from './usePopOuts.ts'

interface Props {
  readonly entries: readonly SidebarEntry[]
  readonly marked: string
}

/** The menu as a row: groups pop out below; what does not fit stands behind the last button. */
export function TopMenu({ entries, marked }: Props) {
  const popOuts = usePopOuts('x')
  const { row, fits } = useFitting(entries.length)
  const around = topOf(entries, marked)
  return (
    <nav className={styles['menu']} aria-label={t('shell.sidebar')} {...popOuts.bar}>
      <ul ref={row} className={styles['row']}>
        {entries.map((entry, index) => (
          <li key={entry.item.id} data-left-out={index >= fits || undefined}>
            <TopEntry entry={entry} marked={marked} isAround={entry === around} popOuts={popOuts} />
          </li>
        ))}
      </ul>
      {fits < entries.length && (
        <PopOut
          id="more"
          name={t('frame.more')}
          entries={entries.slice(fits)}
          marked={marked}
          popOuts={popOuts}
          side="below"
        >
          <button
            type="button"
            className={styles['more']}
            aria-label={t('frame.more')}
            data-around={entries.slice(fits).some((entry) => entry === around)}
            {...popOuts.target('more')}
          >
            <Icon name="more" size={22} />
          </button>
        </PopOut>
      )}
    </nav>
  )
}

interface EntryProps {
  readonly entry: SidebarEntry
  readonly marked: string
  readonly isAround: boolean
  readonly popOuts: PopOuts
}

function TopEntry({ entry, marked, isAround, popOuts }: EntryProps) {
  const name = nameText(entry.item.menuName)
  if (entry.entries.length === 0)
    return (
      <a className={styles['entry']} {...entryLink(entry, marked)} {...popOuts.leaf}>
        <MenuIcon name={entry.item.menuIcon} />
        {name}
      </a>
    )
  return (
    <PopOut
      id={entry.path}
      name={name}
      entries={entry.entries}
      marked={marked}
      popOuts={popOuts}
      side="below"
    >
      <button
        type="button"
        className={styles['entry']}
        data-around={isAround}
        {...popOuts.target(entry.path)}
      >
        <MenuIcon name={entry.item.menuIcon} />
        {name}
      </button>
    </PopOut>
  )
}
