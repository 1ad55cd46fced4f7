import { type RefObject, useEffect, useRef, useState } from 'react'

/** How wide an element is, followed: a chart is drawn in pixels, so that its words keep their size. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(480)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
