import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Axis, keyOf, moveFocus } from './menuKeys.ts'
import { exitOf, neighbourOf, openerOf, popOutKey } from './popOutKeys.ts'

/** Milliseconds a pop-out stays when the pointer has left it: long enough to reach it aslant. */
const closesAfter = 180

interface Open {
  readonly key: string
  /** Opened by keyboard: the focus goes to its first entry. */
  readonly byKey: boolean
}

/** Which pop-out is open, and the ways to change that. */
function useOpen() {
  const [open, setOpen] = useState<Open | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEscape(open?.key ?? null, () => setOpen(null))
  const stay = () => clearTimeout(timer.current)
  return {
    open,
    stay,
    put: (next: Open | null) => {
      stay()
      setOpen(next)
    },
    /** One that closes late leaves the one alone that was opened in its place. */
    close: (key: string) => setOpen((now) => (now?.key === key ? null : now)),
    hideSoon: () => {
      stay()
      timer.current = setTimeout(() => setOpen(null), closesAfter)
    },
  }
}

/** The pop-outs of a row or column of entries: at most one is open, by pointer, click or arrow key. */
export function usePopOuts(axis: Axis) {
  const { open, stay, put, close, hideSoon } = useOpen()
  return {
    /** For the element around the entries. */
    bar: {
      'data-pop-outs': true,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const next = afterKeyInBar(event, axis, open !== null)
        if (next) put(next)
      },
    },
    menu: (key: string) => ({
      opened: open?.key === key,
      onChange: (opens: boolean) => (opens ? put({ key, byKey: false }) : close(key)),
    }),
    target: (key: string) => ({
      'data-entry': key,
      // Said here too: the library's part comes later than the first key may be pressed.
      'aria-haspopup': 'menu' as const,
      'aria-expanded': open?.key === key,
      onMouseEnter: () => put({ key, byKey: false }),
      onMouseLeave: hideSoon,
      // A click by the keyboard has no pointer behind it.
      onClick: ({ detail }: { readonly detail: number }) => put({ key, byKey: detail === 0 }),
    }),
    dropdown: (key: string) => ({
      onMouseEnter: stay,
      onMouseLeave: hideSoon,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const next = afterKeyInside(event, axis, key)
        if (next !== undefined) put(next)
      },
    }),
    focusesFirst: open?.byKey === true,
    /** For plain entries: pointing at one closes the pop-out of another. */
    leaf: { 'data-entry': '', onMouseEnter: () => put(null) },
  }
}

export type PopOuts = ReturnType<typeof usePopOuts>

const opensWith = { x: 'ArrowDown', y: 'ArrowRight' } as const

/** What a key in the bar opens: the arrow towards the pop-out its own, a move the next one's. */
function afterKeyInBar(
  event: KeyboardEvent<HTMLElement>,
  axis: Axis,
  isOpen: boolean,
): Open | null {
  // What is pressed inside of a pop-out comes by here too.
  if (event.target instanceof Element && event.target.closest('[data-menu-dropdown]')) return null
  const hasMoved = moveFocus(event, axis)
  const key = popOutKey(document.activeElement)
  if (key === null) return null
  if (hasMoved) return isOpen ? { key, byKey: false } : null
  if (keyOf(event) !== opensWith[axis]) return null
  event.preventDefault()
  return { key, byKey: true }
}

/** What is open after a key inside of a pop-out; undefined leaves it as it is. */
function afterKeyInside(
  event: KeyboardEvent<HTMLElement>,
  axis: Axis,
  key: string,
): Open | null | undefined {
  const from = event.target instanceof Element ? event.target : null
  // A submenu inside of the pop-out has the key first.
  if (from?.closest('[data-menu-dropdown]') !== event.currentTarget) return undefined
  const exit = exitOf(keyOf(event), axis, from.closest('[data-sub-menu-item]') !== null)
  if (exit === null) return undefined
  if (exit.to === 'page') return null
  event.preventDefault()
  const opener = openerOf(key)
  const entry = exit.to === 'opener' ? opener : neighbourOf(opener, exit.step)
  entry?.focus()
  const next = exit.to === 'neighbour' ? popOutKey(entry) : null
  return next === null ? null : { key: next, byKey: true }
}

/** Escape closes, wherever the focus is; from inside, the focus returns to what opened it. */
function useEscape(key: string | null, close: () => void): void {
  useEffect(() => {
    if (key === null) return undefined
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const isInside = document.activeElement?.closest('[data-menu-dropdown]')
      close()
      if (isInside) openerOf(key)?.focus()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  })
}
