import { idOf } from './rowKeys.ts'

/** Shows the record of a row, or none; answers whether one was shown before. A walk only changes which one is shown. */
export type Show = (id: string | null, isWalk: boolean) => boolean

const taken = 'a, button, input, label, select, textarea, [role=menu], [role=dialog]'

/**
 * Follows which row one wants to look at: a click on it, or Space on the row that the keys are on;
 * the row that they go on to; Escape ends it. Answers how to stop.
 */
export function followPeek(list: HTMLElement, show: Show): () => void {
  const rowAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('tbody tr[data-row]') : null
  const idAt = (target: EventTarget | null) => {
    const row = rowAt(target)
    return (row && idOf(row)[0]) ?? null
  }
  const click = (event: MouseEvent) => {
    const { target, shiftKey, ctrlKey, metaKey } = event
    const id = idAt(target)
    if (id === null || shiftKey || ctrlKey || metaKey || event.defaultPrevented) return
    if (target instanceof Element && target.closest(taken)) return
    // Who marks a text wants to copy it.
    if (document.getSelection()?.isCollapsed === false) return
    rowAt(target)?.setAttribute('tabindex', '-1')
    rowAt(target)?.focus({ preventScroll: true })
    show(id, false)
  }
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    // One press closes one thing: what lies around the list stays.
    if (key === 'Escape' && show(null, false)) event.preventDefault()
    if (key !== ' ' || !(target instanceof Element) || !target.matches('tbody tr, tbody td')) return
    event.preventDefault()
    show(idAt(target), false)
  }
  const walk = ({ target }: FocusEvent) => {
    const id = idAt(target)
    if (id !== null) show(id, true)
  }
  list.addEventListener('click', click)
  list.addEventListener('keydown', press)
  list.addEventListener('focusin', walk)
  return () => {
    list.removeEventListener('click', click)
    list.removeEventListener('keydown', press)
    list.removeEventListener('focusin', walk)
  }
}

/** Where the row of a record leads, seen from any place in its list. */
export const linkOf = (place: HTMLElement | null, id: string): string | null =>
  place
    ?.closest('[data-list]')
    ?.querySelector(`tr[data-row="${CSS.escape(id)}"] td a[href^="#"]`)
    ?.getAttribute('href') ?? null
