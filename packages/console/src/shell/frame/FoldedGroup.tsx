import { direction, nameText } from '../../platform/texts.ts'
import { Menu } from '../../ui/controls.ts'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import type { SidebarEntry } from '../menu/entries.ts'
import { isExternal } from '../menu/paths.ts'
import styles from './MenuTree.module.css'

interface Props {
  readonly entry: SidebarEntry
  readonly marked: string
  readonly isAround: boolean
}

/** Above this many entries a pop-out scrolls (product spec, section 9). */
const scrollsAbove = 18

/** A group of the folded sidebar: an icon whose entries pop out to the side. */
export function FoldedGroup({ entry, marked, isAround }: Props) {
  const name = nameText(entry.item.menuName)
  const leaves = leavesOf(entry)
  return (
    <Menu
      trigger="click-hover"
      position={direction === 'rtl' ? 'left-start' : 'right-start'}
      offset={6}
      closeDelay={150}
    >
      <Menu.Target>
        <button type="button" className={styles['row']} data-around={isAround} aria-label={name}>
          <MenuIcon name={entry.item.menuIcon} />
        </button>
      </Menu.Target>
      <Menu.Dropdown
        mah={leaves.length > scrollsAbove ? '60vh' : undefined}
        className={styles['out']}
      >
        <Menu.Label>{name}</Menu.Label>
        {leaves.map(({ item, path }) => (
          <Menu.Item
            key={item.id}
            component="a"
            href={isExternal(path) ? path : `#${path}`}
            aria-current={path === marked ? 'page' : undefined}
          >
            {nameText(item.menuName)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const leavesOf = ({ entries }: SidebarEntry): readonly SidebarEntry[] =>
  entries.flatMap((entry) => (entry.entries.length > 0 ? leavesOf(entry) : [entry]))
