import { useMedia } from '../../ui/useMedia.ts'

/** From so many pixels on a list shows what elsewhere somebody must ask for. */
const wide = '(width >= 1800px)'

/** Whether the window is so wide now. */
export const isWindowWide = (): boolean => window.matchMedia(wide).matches

/** {@link isWindowWide}, also once its width changes. */
export const useWindowWide = (): boolean => useMedia(wide)
