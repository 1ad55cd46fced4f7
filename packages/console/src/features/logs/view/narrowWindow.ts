import { useSyncExternalStore } from 'react'

/** Below so many pixels a line of a log has no room beside its time: it is wrapped. */
const narrow = () => window.matchMedia('(width < 600px)')

function follow(heard: () => void): () => void {
  const asked = narrow()
  asked.addEventListener('change', heard)
  return () => asked.removeEventListener('change', heard)
}

/** Whether the window is so narrow, also once its width changes. */
export const useWindowNarrow = (): boolean => useSyncExternalStore(follow, () => narrow().matches)
