import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

interface SidebarState {
  /** Folded to icons; kept for the next visit. */
  readonly collapsed: boolean
  /** Mobile only: the drawer is over the page. */
  readonly drawer: boolean
}

export const useSidebar = create<SidebarState>()(() => ({
  collapsed: localStorage.getItem('collapse') === 'true',
  drawer: false,
}))

/** Folds or unfolds the sidebar; on mobile opens its drawer, which leaves the kept choice alone. */
export function toggleSidebar(): void {
  if (narrow.matches) {
    useSidebar.setState(({ drawer }) => ({ drawer: !drawer }))
    return
  }
  const collapsed = !useSidebar.getState().collapsed
  localStorage.setItem('collapse', String(collapsed))
  useSidebar.setState({ collapsed })
}

export const closeDrawer = () => useSidebar.setState({ drawer: false })

/** Mobile mode: below 992 px (decisions.md 6). */
const narrow = matchMedia('(max-width: 991.98px)')

export function useIsMobile(): boolean {
  return useSyncExternalStore(followWidth, () => narrow.matches)
}

function followWidth(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}
