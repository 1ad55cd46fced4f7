import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element that shows one line of its parts holds more of them, however wide it becomes and whatever comes into it. */
export function useHasMore(line: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [hasMore, setHasMore] = useState(false)
  useLayoutEffect(() => {
    const element = line.current
    if (!element || !isShown) return undefined
    const measure = () => {
      // A page behind another one has no width.
      if (element.clientWidth > 0) setHasMore(isBroken(element))
    }
    measure()
    const size = new ResizeObserver(measure)
    size.observe(element)
    const changes = new MutationObserver(measure)
    changes.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      size.disconnect()
      changes.disconnect()
    }
  }, [line, isShown])
  return hasMore
}

/** Whether its parts stand in more than one line. */
function isBroken(element: HTMLElement): boolean {
  const boxes = [...element.querySelectorAll<HTMLElement>(parts)]
    .filter((part) => part.checkVisibility() && isInLine(part))
    .map((part) => part.getBoundingClientRect())
  const [first] = boxes
  return first !== undefined && boxes.some(({ top }) => top > first.bottom)
}

const parts = ':is(button, a, output, form)'

/** Whether a part stands in the line: what hangs on one of its buttons does not. */
export const isInLine = (part: Element): boolean =>
  part.closest('[role="menu"], [role="dialog"]') === null
