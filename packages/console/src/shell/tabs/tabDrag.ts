import type { PointerEvent as ReactPointerEvent } from 'react'
import { moveTab } from './store.ts'

/** Pixels that a pointer travels before a press becomes a drag. */
const slack = 6

/** Sorts the tabs by dragging one along the bar; a press that stays in its place is a click. */
export function startDrag(event: ReactPointerEvent<HTMLElement>): void {
  if (event.button !== 0) return
  const dragged = event.currentTarget
  const startX = event.clientX
  const stop = new AbortController()
  const { signal } = stop
  let isDragging = false
  const follow = ({ clientX }: PointerEvent) => {
    isDragging ||= Math.abs(clientX - startX) > slack
    if (!isDragging) return
    dragged.dataset['dragged'] = 'true'
    const place = placeAt(dragged, clientX)
    if (place) moveTab(idOf(dragged), idOf(place))
  }
  const end = () => {
    delete dragged.dataset['dragged']
    stop.abort()
  }
  addEventListener('pointermove', follow, { signal })
  addEventListener('pointerup', end, { signal })
  addEventListener('pointercancel', end, { signal })
}

const idOf = (label: HTMLElement) => label.id.replace(/^tab-/, '')

/**
 * The tab whose place the dragged one takes with the pointer at `x`. Only so far into a wider
 * neighbour that the dragged one is under the pointer afterwards, else the two would flicker.
 */
function placeAt(dragged: HTMLElement, x: number): HTMLElement | undefined {
  const own = dragged.getBoundingClientRect()
  const labels = [...(dragged.parentElement?.children ?? [])]
  return labels.filter(isLabel).find((label) => {
    if (label === dragged) return false
    const { left, right } = label.getBoundingClientRect()
    if (x < left || x > right) return false
    return left > own.left ? x > right - own.width : x < left + own.width
  })
}

const isLabel = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.role === 'tab'
