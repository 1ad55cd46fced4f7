import type { KeyboardEvent } from 'react'

/** Along which axis a menu's entries stand. */
export type Axis = 'x' | 'y'

const forward = { x: 'ArrowRight', y: 'ArrowDown' } as const
const back = { x: 'ArrowLeft', y: 'ArrowUp' } as const

/** Arrow keys as they are meant: in right-to-left, left is forward. */
export function meantKey(key: string, isMirrored: boolean): string {
  if (!isMirrored) return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}

/** The entry that a key leads to from another, around the ends; null for other keys. */
export function stepTo(key: string, axis: Axis, place: { at: number; count: number }) {
  const { at, count } = place
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forward[axis]) return (at + 1) % count
  return key === back[axis] ? (at - 1 + count) % count : null
}

/** The key of an event as it is meant on this page. */
export const keyOf = (event: KeyboardEvent) =>
  meantKey(event.key, document.documentElement.dir === 'rtl')

/** What the arrows reach in a menu, in order: entries that are not folded away. */
export const entriesIn = (menu: Element): readonly HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[data-entry]')].filter(
    (entry) => !entry.closest('[hidden], [data-left-out]'),
  )

/** Moves the focus along a menu by arrows, Home and End; answers whether it did. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, axis: Axis): boolean {
  const entries = entriesIn(event.currentTarget)
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const to = at < 0 ? null : stepTo(keyOf(event), axis, { at, count: entries.length })
  if (to === null) return false
  event.preventDefault()
  entries[to]?.focus()
  return true
}

/** Makes an element's entries reachable by arrows. */
export const arrowsAlong = (axis: Axis) => ({
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void moveFocus(event, axis),
})
