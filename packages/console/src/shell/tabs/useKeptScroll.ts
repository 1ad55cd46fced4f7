import { type RefObject, useLayoutEffect, useRef } from 'react'

type Positions = Map<Element, { readonly left: number; readonly top: number }>

/** Some browsers forget the scroll positions of what is not displayed: a page's own and its tables'. */
export function useKeptScroll(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const kept = useRef<Positions>(new Map())
  useLayoutEffect(() => (place.current ? follow(place.current, kept.current) : undefined), [])
  return place
}

/** Puts everything below back to where it was scrolled, and keeps what scrolls from now on. */
function follow(place: Element, kept: Positions): () => void {
  for (const [scroller, position] of kept) {
    if (scroller.isConnected) scroller.scrollTo({ ...position, behavior: 'instant' })
    else kept.delete(scroller)
  }
  const keep = ({ target }: Event) => {
    if (target instanceof Element)
      kept.set(target, { left: target.scrollLeft, top: target.scrollTop })
  }
  place.addEventListener('scroll', keep, { passive: true, capture: true })
  return () => place.removeEventListener('scroll', keep, { capture: true })
}
