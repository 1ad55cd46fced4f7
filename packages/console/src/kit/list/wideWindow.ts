import { useSyncExternalStore } from 'react'

/** From so many pixels on a list shows what elsewhere somebody must ask for. */
const wide = () => window.matchMedia('(width >= 1800px)')

/** Whether the window is so wide now. */
export const isWindowWide = (): boolean => wide().matches

function follow(heard: () => void): () => void {
  const asked = wide()
  asked.addEventListener('change', heard)
  return () => asked.removeEventListener('change', heard)
}

/** {@link isWindowWide}, also once its width changes. */
export const useWindowWide = (): boolean => useSyncExternalStore(follow, isWindowWide)
