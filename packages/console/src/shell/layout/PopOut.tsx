import { type ReactElement, useEffect, useRef } from 'react'
import { direction, nameText } from '../../platform/texts.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import type { SidebarEntry } from '../menu/entries.ts'
import { entryLink } from './entryLink.ts'
import styles from './PopOut.module.css'
import type { PopOuts } from './usePopOuts.ts'

/** Above this many children a pop-out scrolls (product spec, section 9). */
const scrollsAbove = 18

interface EntriesProps {
  readonly entries: readonly SidebarEntry[]
  readonly marked: string
}

const scrolls = (entries: readonly SidebarEntry[]) => entries.length > scrollsAbove

interface Props extends EntriesProps {
  /** Names the pop-out among those of its bar. */
  readonly id: string
  readonly name: string
  readonly popOuts: PopOuts
  readonly side: 'below' | 'beside'
  /** Cells in two columns, as the float layout has them. */
  readonly isPanel?: boolean
  /** What opens it. */
  readonly children: ReactElement
}

/** Entries that pop out below or beside what opens them. */
export function PopOut({ id, name, entries, marked, popOuts, side, isPanel, children }: Props) {
  return (
    <Menu
      {...popOuts.menu(id)}
      trapFocus={false}
      returnFocus={false}
      position={side === 'below' ? 'bottom-start' : beside}
      offset={side === 'below' ? 2 : 6}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown
        {...popOuts.dropdown(id)}
        data-surface="menu"
        className={styles[isPanel ? 'panel' : 'list']}
        data-scrolls={scrolls(entries) || undefined}
        aria-label={name}
      >
        <FocusFirst isWanted={popOuts.focusesFirst} />
        {side === 'beside' && <Menu.Label>{name}</Menu.Label>}
        {isPanel ? (
          <Sections entries={entries} marked={marked} />
        ) : (
          <Items entries={entries} marked={marked} />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const beside = direction === 'rtl' ? 'left-start' : 'right-start'

/** After opening by keyboard, the arrows go on from the first entry. */
function FocusFirst({ isWanted }: { readonly isWanted: boolean }) {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    // The library places the pop-out after the next frame; before that it cannot take the focus.
    const timer = setTimeout(() => firstItem(mark.current)?.focus({ preventScroll: true }), 40)
    return () => clearTimeout(timer)
  }, [isWanted])
  return <span ref={mark} hidden />
}

const firstItem = (mark: Element | null) =>
  mark?.closest('[data-menu-dropdown]')?.querySelector<HTMLElement>('[data-menu-item]')

/** Entries one below the other; groups among them pop out in turn. */
function Items({ entries, marked }: EntriesProps) {
  if (scrolls(entries)) return <Sections entries={entries} marked={marked} />
  return entries.map((entry) =>
    entry.entries.length === 0 ? (
      <Item key={entry.item.id} entry={entry} marked={marked} />
    ) : (
      <Menu.Sub key={entry.item.id} position={beside}>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<MenuIcon name={entry.item.menuIcon} />}>
            {nameText(entry.item.menuName)}
          </Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown
          data-surface="menu"
          className={styles['list']}
          data-scrolls={scrolls(entry.entries) || undefined}
        >
          <Items entries={entry.entries} marked={marked} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
    ),
  )
}

/** All entries in one, each group under its name: for what scrolls, which would cut pop-outs off. */
function Sections({ entries, marked }: EntriesProps) {
  return entries.map((entry) =>
    entry.entries.length === 0 ? (
      <Item key={entry.item.id} entry={entry} marked={marked} />
    ) : (
      <div
        key={entry.item.id}
        role="group"
        aria-label={nameText(entry.item.menuName)}
        className={styles['section']}
      >
        <Menu.Label>{nameText(entry.item.menuName)}</Menu.Label>
        <Sections entries={entry.entries} marked={marked} />
      </div>
    ),
  )
}

function Item({ entry, marked }: { readonly entry: SidebarEntry; readonly marked: string }) {
  return (
    <Menu.Item
      component="a"
      className={styles['item']}
      leftSection={<MenuIcon name={entry.item.menuIcon} />}
      {...entryLink(entry, marked)}
    >
      {nameText(entry.item.menuName)}
    </Menu.Item>
  )
}
