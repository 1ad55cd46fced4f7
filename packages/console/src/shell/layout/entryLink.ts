import { prefetch } from '../../features/index.ts'
import { currentAddress } from '../../platform/address.ts'
import type { SidebarEntry } from '../menu/entries.ts'
import { linkOf } from '../menu/paths.ts'
import { refreshFront } from '../tabs/store.ts'
import { closeDrawer } from './collapse.ts'

/** What makes an anchor of a menu's leaf. Pointing at it fetches the page's code ahead of the click. */
export function entryLink(entry: SidebarEntry, marked: string) {
  const { item, path } = entry
  const preload = () => void prefetch(item.frontComponent)
  return {
    ...linkOf(item, path),
    'aria-current': path === marked ? ('page' as const) : undefined,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => follow(entry),
  }
}

/** A click on the page that is in front loads it anew; on mobile the menu goes away. */
function follow({ item, path }: SidebarEntry): void {
  if (item.target === '_blank') return
  closeDrawer()
  if (currentAddress().path === path) refreshFront()
}
