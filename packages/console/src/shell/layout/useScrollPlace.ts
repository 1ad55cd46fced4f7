import { type RefObject, useEffect, useState } from 'react'
import { useTabs } from '../tabs/store.ts'

/** From this many pixels on, the way back to the top is offered. */
const downFrom = 200

/** What scrolls the page of a tab. */
export const scrollerOf = (tabId: string | null) =>
  document.getElementById(`panel-${tabId}`)?.parentElement ?? null

/**
 * Follows how far the page in front is scrolled: the styles read it as `--scrolled`, by which a
 * header that is not fixed goes up with the page. Answers whether the page is far down.
 */
export function useScrollPlace(frame: RefObject<HTMLElement | null>): boolean {
  const [isDown, setIsDown] = useState(false)
  const activeId = useTabs((state) => state.activeId)
  useEffect(() => {
    const element = frame.current
    const measure = () => {
      const top = scrollerOf(activeId)?.scrollTop ?? 0
      if (element) say(element.style, `${top}px`)
      setIsDown(top > downFrom)
    }
    // With the next frame: asked now, the page that has just come would be laid out once more.
    const next = requestAnimationFrame(measure)
    element?.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(next)
      element?.removeEventListener('scroll', measure, { capture: true })
    }
  }, [frame, activeId])
  return isDown
}

/** Only what is new: the whole page inherits it, and is styled anew. */
function say(style: CSSStyleDeclaration, scrolled: string): void {
  if ((style.getPropertyValue('--scrolled') || '0px') === scrolled) return
  style.setProperty('--scrolled', scrolled)
}
