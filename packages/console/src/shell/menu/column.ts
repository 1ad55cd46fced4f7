import type { MenuItem } from '@muster/contract'
import type { SidebarEntry } from './entries.ts'

interface Situation {
  /** The route in front; null on the way to one. */
  readonly item: MenuItem | null
  /** The top-level entry around it. */
  readonly around: SidebarEntry | null
  /** The top-level entry chosen by hand on this page. */
  readonly picked: SidebarEntry | null
  /** The user's own choice. */
  readonly collapsed: boolean
}

/** The page that counts as home. */
const isHome = (item: MenuItem | null) => item === null || item.frontName === 'Dashboard'

/**
 * Which group the second column of the column layout shows; none folds it. It is folded at home,
 * with nothing to show, on pages with `noColumn`, and by the user; choosing a group by hand shows it.
 */
export function columnGroup({ item, around, picked, collapsed }: Situation): SidebarEntry | null {
  if (picked) return picked.entries.length > 0 ? picked : null
  if (collapsed || isHome(item) || item?.noColumn === 1) return null
  return around && around.entries.length > 0 ? around : null
}
