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

/** The pop-outs of a row or column of entries: at most one is open, by pointer, click or arrow key. */
export function usePopOuts(axis: Axis) {
  const [open, setOpen] = useState<Open | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEscape(open?.key ?? null, () => setOpen(null))

  const stay = () => clearTimeout(timer.current)
  const put = (next: Open | null) => {
    stay()
    setOpen(next)
  }
  const hideSoon = () => {
    stay()
    timer.current = setTimeout(() => setOpen(null), closesAfter)
  }
  const leave = (event: KeyboardEvent<HTMLElement>, key: string) => {
    const from = event.target instanceof Element ? event.target : null
    // A submenu inside of the pop-out has the key first.
    if (from?.closest('[data-menu-dropdown]') !== event.currentTarget) return
    const exit = exitOf(keyOf(event), axis, from.closest('[data-sub-menu-item]') !== null)
    if (exit === null) return
    put(null)
    if (exit.to === 'page') return
    event.preventDefault()
    const opener = openerOf(key)
    const entry = exit.to === 'opener' ? opener : neighbourOf(opener, exit.step)
    entry?.focus()
    const next = exit.to === 'neighbour' && popOutKey(entry)
    if (next) put({ key: next, byKey: true })
  }
  return {
    /** For the element around the entries. */
    bar: {
      'data-pop-outs': true,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // What is pressed inside of a pop-out comes by here too.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
        moveFocus(event, axis)
        const key = popOutKey(document.activeElement)
        const isMove = event.defaultPrevented && key !== null && open !== null
        if (isMove) put({ key, byKey: false })
        if (key === null || event.defaultPrevented || keyOf(event) !== opensWith[axis]) return
        event.preventDefault()
        put({ key, byKey: true })
      },
    },
    menu: (key: string) => ({
      opened: open?.key === key,
      onChange: (opens: boolean) => put(opens ? { key, byKey: false } : null),
    }),
    target: (key: string) => ({
      'data-entry': key,
      onMouseEnter: () => put({ key, byKey: false }),
      onMouseLeave: hideSoon,
      // A click by the keyboard has no pointer behind it.
      onClick: ({ detail }: { readonly detail: number }) => put({ key, byKey: detail === 0 }),
    }),
    dropdown: (key: string) => ({
      onMouseEnter: stay,
      onMouseLeave: hideSoon,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => leave(event, key),
    }),
    focusesFirst: open?.byKey === true,
    /** For plain entries: pointing at one closes the pop-out of another. */
    leaf: { 'data-entry': '', onMouseEnter: () => put(null) },
  }
}

export type PopOuts = ReturnType<typeof usePopOuts>

const opensWith = { x: 'ArrowDown', y: 'ArrowRight' } as const

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
