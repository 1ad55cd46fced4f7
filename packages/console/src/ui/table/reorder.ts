import { edgeAt, isRtl, swallowClick } from './resize.ts'

/** Puts a column before another one; null: at the end. */
type PutBefore = (column: string, before: string | null) => void

/** Pixels from where on a press is no click any more. */
const slack = 6

const headings = 'thead th[data-column]'

/** Lets the headings of a list's columns be dragged to another place. Answers how to stop. */
export function followReorder(list: HTMLElement, put: PutBefore): () => void {
  const press = (event: PointerEvent) => {
    const { target, button } = event
    const heading = target instanceof Element ? target.closest<HTMLElement>(headings) : null
    if (heading && button === 0 && !edgeAt(event)) drag(heading, event.clientX, put)
  }
  list.addEventListener('pointerdown', press)
  return () => list.removeEventListener('pointerdown', press)
}

function drag(heading: HTMLElement, from: number, put: PutBefore): void {
  const others = [...(heading.parentElement?.querySelectorAll<HTMLElement>(headings) ?? [])]
  const stop = new AbortController()
  const { signal } = stop
  let isDrag = false
  let before: HTMLElement | null = null
  const mark = () => {
    for (const one of others) one.removeAttribute('data-drop')
    if (!isDrag) return
    if (before) before.dataset['drop'] = 'start'
    else others.at(-1)?.setAttribute('data-drop', 'end')
  }
  const move = ({ clientX }: PointerEvent) => {
    isDrag ||= Math.abs(clientX - from) > slack
    before = others.find((one) => isBeforeMiddle(one, clientX)) ?? null
    heading.toggleAttribute('data-dragged', isDrag)
    mark()
  }
  const end = ({ type }: Event) => {
    stop.abort()
    const wasDrag = isDrag
    isDrag = false
    heading.removeAttribute('data-dragged')
    mark()
    if (!wasDrag) return
    swallowClick()
    if (type === 'pointerup' && before !== heading)
      put(heading.dataset['column'] ?? '', before?.dataset['column'] ?? null)
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}

/** Whether a point lies on the way into a heading's first half, as its line runs. */
function isBeforeMiddle(heading: HTMLElement, x: number): boolean {
  const { left, right } = heading.getBoundingClientRect()
  const middle = (left + right) / 2
  return isRtl(heading) ? x > middle : x < middle
}
