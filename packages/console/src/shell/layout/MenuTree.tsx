import { type KeyboardEvent, useId, useState } from 'react'
import { nameText } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import { groupsAround, type SidebarEntry } from '../menu/entries.ts'
import { entryLink } from './entryLink.ts'
import { keyOf, moveFocus } from './menuKeys.ts'
import styles from './MenuTree.module.css'

interface Props {
  readonly entries: readonly SidebarEntry[]
  /** Path of the entry whose page is in front. */
  readonly marked: string
}

/** The menu as a tree: up and down move, right opens a group, left closes it or leads out of it. */
export function MenuTree({ entries, marked }: Props) {
  return (
    <div {...arrowsInTree}>
      <Level entries={entries} marked={marked} level={0} />
    </div>
  )
}

/** One level of the menu; at most one of its groups is open. */
function Level({ entries, marked, level }: Props & { readonly level: number }) {
  const around = groupsAround(entries, marked)[0]?.path ?? null
  const [open, setOpen] = useState(around)
  // A page of another group opens its group and closes the one that was open.
  const [followed, setFollowed] = useState(around)
  if (followed !== around) {
    setFollowed(around)
    setOpen(around)
  }
  return (
    <ul className={styles['list']}>
      {entries.map((entry) => (
        <li key={entry.item.id}>
          {entry.entries.length === 0 ? (
            <Leaf entry={entry} marked={marked} level={level} />
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

interface EntryProps {
  readonly entry: SidebarEntry
  readonly marked: string
  readonly level: number
}

function Leaf({ entry, marked, level }: EntryProps) {
  const { menuName, menuIcon } = entry.item
  return (
    <a
      className={styles['row']}
      style={{ '--level': level }}
      data-entry
      {...entryLink(entry, marked)}
    >
      {menuIcon && <MenuIcon name={menuIcon} />}
      <span className={styles['name']}>{nameText(menuName)}</span>
    </a>
  )
}

interface GroupProps extends EntryProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Group({ entry, marked, level, isOpen, onToggle }: GroupProps) {
  const id = useId()
  const { menuName, menuIcon } = entry.item
  // Most groups are never opened: drawn ahead, they were a fifth of all that a page is made of.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <button
        type="button"
        className={styles['row']}
        style={{ '--level': level }}
        data-entry
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
        {wasOpen && <Level entries={entry.entries} marked={marked} level={level + 1} />}
      </div>
    </>
  )
}

function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  if (moveFocus(event, 'y')) return
  const entry = document.activeElement?.closest<HTMLElement>('[data-entry]')
  const key = keyOf(event)
  const wanted = { ArrowRight: 'false', ArrowLeft: 'true' }[key]
  if (!entry || !wanted) return
  event.preventDefault()
  if (entry.getAttribute('aria-expanded') === wanted) entry.click()
  else if (key === 'ArrowLeft') groupOf(entry)?.focus()
}

const arrowsInTree = { onKeyDown: moveInTree }

/** The button of the group that an entry stands in. */
function groupOf(entry: HTMLElement): HTMLElement | null {
  const level = entry.closest('ul')?.parentElement
  return level?.previousElementSibling instanceof HTMLElement ? level.previousElementSibling : null
}
