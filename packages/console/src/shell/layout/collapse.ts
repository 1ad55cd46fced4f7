import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { keepCollapse, themeInForce, useTheme } from './theme/settings.ts'

interface SidebarState {
  /** Folded to icons; kept for the next visit. */
  readonly collapsed: boolean
  /** Mobile only: the drawer is over the page. */
  readonly drawer: boolean
}

const useDrawer = create<Pick<SidebarState, 'drawer'>>()(() => ({ drawer: false }))

export function useSidebar(): SidebarState {
  const { drawer } = useDrawer()
  const { collapse } = useTheme()
  return { collapsed: collapse, drawer }
}

/** Folds or unfolds the sidebar; on mobile opens its drawer, which leaves the kept choice alone. */
export function toggleSidebar(): void {
  if (isNarrow()) {
    useDrawer.setState(({ drawer }) => ({ drawer: !drawer }))
    return
  }
  keepCollapse(!themeInForce().collapse)
}

/** What is closed already is not drawn anew, as each click in the menu would have it. */
export const closeDrawer = () =>
  useDrawer.setState((state) => (state.drawer ? { drawer: false } : state))

/** Mobile mode: below 992 px. */
const narrow = () => matchMedia('(max-width: 991.98px)')

export const isNarrow = () => narrow().matches

export function useIsMobile(): boolean {
  return useSyncExternalStore(followWidth, isNarrow)
}

function followWidth(changed: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
