/** How near to a column's edge one may take hold of it, in pixels. */
const reach = 6
/** What one press of a key widens by. */
const keyStep = 16
const least = 48
const most = 1200

/** Null: the width that is shipped. */
type SetWidth = (column: string, width: number | null) => void

/**
 * Lets the edges of a list's columns be dragged; a double click gives a column its own width again,
 * Shift with an arrow widens the column of the focused heading. Answers how to stop.
 */
export function followResize(list: HTMLElement, setWidth: SetWidth): () => void {
  const stop = new AbortController()
  const { signal } = stop
  list.addEventListener('pointermove', (event) => showEdge(list, event), { signal })
  list.addEventListener('pointerdown', (event) => drag(event, setWidth), { signal })
  list.addEventListener('keydown', (event) => widen(event, setWidth), { signal })
  list.addEventListener(
    'dblclick',
    (event) => {
      const column = edgeAt(event)?.dataset['column']
      if (column !== undefined) setWidth(column, null)
    },
    { signal },
  )
  return () => stop.abort()
}

const headings = 'thead th[data-column]'

/** The heading whose edge, at the end of its line, is under the pointer. */
export function edgeAt({ target, clientX }: MouseEvent): HTMLElement | null {
  const heading = target instanceof Element ? target.closest<HTMLElement>('thead th') : null
  if (!heading) return null
  const { left, right } = heading.getBoundingClientRect()
  const [start, end] = isRtl(heading) ? [right, left] : [left, right]
  if (Math.abs(clientX - end) <= reach) return heading.matches(headings) ? heading : null
  const before = heading.previousElementSibling
  const isBefore = Math.abs(clientX - start) <= reach && before?.matches(headings)
  return isBefore && before instanceof HTMLElement ? before : null
}

export const isRtl = (element: HTMLElement) => getComputedStyle(element).direction === 'rtl'

function showEdge(list: HTMLElement, event: PointerEvent): void {
  if (event.buttons === 0) list.toggleAttribute('data-edge', edgeAt(event) !== null)
}

function drag(event: PointerEvent, setWidth: SetWidth): void {
  const heading = edgeAt(event)
  const table = heading?.closest('table')
  if (!heading || !table || event.button !== 0) return
  event.preventDefault()
  const from = { x: event.clientX, width: heading.offsetWidth, table: table.offsetWidth }
  const sign = isRtl(heading) ? -1 : 1
  const stop = new AbortController()
  const { signal } = stop
  let width = from.width
  const move = ({ clientX }: PointerEvent) => {
    width = within(from.width + sign * (clientX - from.x))
    heading.style.width = `${width}px`
    table.style.minWidth = `${from.table + width - from.width}px`
  }
  const end = () => {
    stop.abort()
    if (width !== from.width) setWidth(heading.dataset['column'] ?? '', width)
    swallowClick()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}

/** The click that follows would sort. */
export function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

function widen(event: KeyboardEvent, setWidth: SetWidth): void {
  const { target, key, shiftKey } = event
  const heading = target instanceof Element ? target.closest<HTMLElement>(headings) : null
  if (!heading || !shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
  event.preventDefault()
  const isWider = (key === 'ArrowRight') !== isRtl(heading)
  const width = heading.offsetWidth + (isWider ? keyStep : -keyStep)
  setWidth(heading.dataset['column'] ?? '', within(width))
}

/** A width that a column may have. */
export const within = (width: number) => Math.round(Math.min(most, Math.max(least, width)))
