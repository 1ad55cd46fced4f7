import { useId, useState } from 'react'
import { nameText } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import { groupsAround, type SidebarEntry } from '../menu/entries.ts'
import { FoldedGroup } from './FoldedGroup.tsx'
import { MenuLeaf } from './MenuLeaf.tsx'
import styles from './MenuTree.module.css'

interface Props {
  readonly entries: readonly SidebarEntry[]
  /** Path of the entry whose page is in front. */
  readonly marked: string
  readonly isFolded: boolean
  readonly level?: number
}

/** One level of the menu; at most one of its groups is open. */
export function MenuTree({ entries, marked, isFolded, level = 0 }: Props) {
  const [around] = groupsAround(entries, marked)
  const [open, setOpen] = useState(around?.path ?? null)
  return (
    <ul className={styles['list']}>
      {entries.map((entry) => (
        <li key={entry.item.id}>
          {entry.entries.length === 0 ? (
            <MenuLeaf entry={entry} marked={marked} level={level} isFolded={isFolded} />
          ) : isFolded ? (
            <FoldedGroup entry={entry} marked={marked} isAround={entry === around} />
          ) : (
            <Group
              entry={entry}
              marked={marked}
              level={level}
              isOpen={open === entry.path}
              onToggle={() => setOpen(open === entry.path ? null : entry.path)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface GroupProps {
  readonly entry: SidebarEntry
  readonly marked: string
  readonly level: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Group({ entry, marked, level, isOpen, onToggle }: GroupProps) {
  const id = useId()
  const { menuName, menuIcon } = entry.item
  return (
    <>
      <button
        type="button"
        className={styles['row']}
        style={{ '--level': level }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        {menuIcon && <MenuIcon name={menuIcon} />}
        <span className={styles['name']}>{nameText(menuName)}</span>
        <span className={styles['arrow']} data-open={isOpen}>
          <Icon name="down" size={14} />
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        <MenuTree entries={entry.entries} marked={marked} isFolded={false} level={level + 1} />
      </div>
    </>
  )
}
