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
      element?.style.setProperty('--scrolled', `${top}px`)
      setIsDown(top > downFrom)
    }
    measure()
    element?.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => element?.removeEventListener('scroll', measure, { capture: true })
  }, [frame, activeId])
  return isDown
}
