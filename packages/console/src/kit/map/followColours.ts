import { coloursOf } from './mapStyle.ts'

/** What of the page tells which colours are in force; see `paint`. */
const attributeFilter = ['data-mantine-color-scheme', 'data-theme']

/**
 * Says when a map's colours are others than those that it was last drawn in: also at once, for a
 * theme that changed while the map was on its way. Answers how to end that.
 */
export function followColours(
  element: HTMLElement,
  drawnIn: string,
  redraw: () => void,
): () => void {
  let last = drawnIn
  const look = () => {
    const now = colourKey(element)
    if (now === last) return
    last = now
    redraw()
  }
  const observer = new MutationObserver(look)
  observer.observe(document.documentElement, { attributeFilter })
  look()
  return () => observer.disconnect()
}

/** Equal for equal colours. */
export const colourKey = (element: HTMLElement): string => JSON.stringify(coloursOf(element))
