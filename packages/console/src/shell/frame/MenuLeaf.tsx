import { screenOf } from '../../features/index.ts'
import { currentAddress } from '../../platform/address.ts'
import { nameText } from '../../platform/texts.ts'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import type { SidebarEntry } from '../menu/entries.ts'
import { isExternal } from '../menu/paths.ts'
import { refreshTab, useTabs } from '../tabs/store.ts'
import { closeDrawer } from './collapse.ts'
import styles from './MenuTree.module.css'

interface Props {
  readonly entry: SidebarEntry
  readonly marked: string
  readonly level: number
  readonly isFolded: boolean
}

/** An entry that leads to a page. Pointing at it fetches the page's code ahead of the click. */
export function MenuLeaf({ entry, marked, level, isFolded }: Props) {
  const { item, path } = entry
  const name = nameText(item.menuName)
  const preload = () => void screenOf(item.frontComponent)?.preload()
  return (
    <a
      className={styles['row']}
      style={{ '--level': level }}
      href={isExternal(path) ? path : `#${path}`}
      aria-current={path === marked ? 'page' : undefined}
      aria-label={isFolded ? name : undefined}
      title={isFolded ? name : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => follow(path)}
    >
      {item.menuIcon && <MenuIcon name={item.menuIcon} />}
      {!isFolded && <span className={styles['name']}>{name}</span>}
    </a>
  )
}

/** A click on the page that is in front loads it anew. */
function follow(path: string): void {
  closeDrawer()
  const { activeId } = useTabs.getState()
  if (activeId && currentAddress().path === path) void refreshTab(activeId)
}
