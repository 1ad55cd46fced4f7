import { nameText, t } from '../../platform/texts.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import type { SidebarEntry } from '../menu/entries.ts'
import { entryLink } from './entryLink.ts'
import { TopChoice, type TopChoiceProps } from './TopChoice.tsx'
import { arrowsAlong } from './menuKeys.ts'
import styles from './TopMenu.module.css'
import { useFitting } from './useFitting.ts'

interface Props extends Omit<TopChoiceProps, 'entry' | 'className' | 'isChosen'> {
  readonly entries: readonly SidebarEntry[]
  readonly chosen: SidebarEntry | null
}

/** The top-level entries as plain tabs; what does not fit stands behind the last button. */
export function GroupTabs({ entries, chosen, marked, onPick }: Props) {
  const { row, fits } = useFitting(entries.length)
  const choose = { marked, onPick, className: styles['entry'] }
  return (
    <nav className={styles['menu']} aria-label={t('frame.groups')} {...arrowsAlong('x')}>
      <ul ref={row} className={styles['row']}>
        {entries.map((entry, index) => (
          <li key={entry.item.id} data-left-out={index >= fits || undefined}>
            <TopChoice {...choose} entry={entry} isChosen={entry === chosen} />
          </li>
        ))}
      </ul>
      {fits < entries.length && (
        <More entries={entries.slice(fits)} chosen={chosen} marked={marked} onPick={onPick} />
      )}
    </nav>
  )
}

function More({ entries, chosen, marked, onPick }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={styles['more']}
          data-entry
          data-around={entries.some((entry) => entry === chosen)}
          aria-label={t('frame.more')}
        >
          <Icon name="more" size={22} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.item.id}
            leftSection={<MenuIcon name={entry.item.menuIcon} />}
            {...(entry.entries.length === 0
              ? { component: 'a', ...entryLink(entry, marked) }
              : { onClick: () => onPick(entry) })}
          >
            {nameText(entry.item.menuName)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
