import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Pixels between two segments, and around all of them with their frame. */
const gap = 2
const around = 6
/** Pixels kept for the button behind which the others lie, which may say one of their names. */
const moreRoom = 150

/** How many of such widths have room in a line, the first ones first; never none. */
export function fitting(widths: readonly number[], room: number): number {
  const ends = widths.map((_, place) =>
    widths.slice(0, place + 1).reduce((sum, width) => sum + width + gap, around),
  )
  if ((ends.at(-1) ?? 0) <= room) return widths.length
  return Math.max(1, ends.filter((end) => end <= room - moreRoom).length)
}

/** How many of the `count` segments in an element have room in it, whatever they come to say and however wide it becomes. */
export function useFitting(room: RefObject<HTMLElement | null>, count: number): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  const measured = useRef(0)
  useLayoutEffect(() => {
    const element = room.current
    if (!element) return undefined
    const segments = [...element.querySelectorAll<HTMLElement>('[data-segment]')].slice(0, count)
    const measure = () => {
      // A page behind another one has no width.
      if (element.clientWidth === 0) return
      setFits(
        fitting(
          segments.map(({ offsetWidth }) => offsetWidth),
          element.clientWidth,
        ),
      )
    }
    // Asked for on the way back of a page, all of it would be laid out; the observer hears of what changed.
    if (measured.current !== count) measure()
    measured.current = count
    const watch = new ResizeObserver(measure)
    for (const one of [element, ...segments]) watch.observe(one)
    return () => watch.disconnect()
  }, [room, count])
  return fits
}
