import { type RefObject, useLayoutEffect } from 'react'
import { checkWidth, type Sized, leastOf } from './columns.ts'
import { cellWidth, type Pen } from './headWidth.ts'

/** Pixels beyond which a long text is cut off rather than wide. */
const most = 360

export interface Sharing {
  readonly columns: readonly (Sized & {
    readonly id: string
    readonly isSticky?: boolean | undefined
  })[]
  readonly isSelecting: boolean
  readonly rows: readonly { readonly id: string }[]
  readonly pen: Pen
}

/** Gives the columns without a width of their own the room that is left, each as its texts need. */
export function useSharedRoom(
  frame: RefObject<HTMLElement | null>,
  { columns, isSelecting, rows, pen }: Sharing,
): void {
  useLayoutEffect(() => {
    const scroller = frame.current
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return undefined
    const shared = columns.filter(({ width }) => width === undefined)
    if (shared.length === 0) return undefined
    const heads = shared.map(({ id }) =>
      table.querySelector<HTMLElement>(`th[data-column="${id}"]`),
    )
    const lines = table.querySelectorAll<HTMLElement>('tbody tr[data-row]')
    const drawn = new Map([...lines].map((line) => [line.dataset['row'], line]))
    const parts = shared.map((column) => {
      const place = columns.indexOf(column) + (isSelecting ? 1 : 0)
      const texts = rows.map(({ id }) => drawn.get(id)?.children[place]?.textContent ?? '')
      const wanted = Math.min(most, Math.max(0, ...texts.map((text) => cellWidth(text, pen))))
      return { wanted, least: leastOf(column) }
    })
    const share = () => {
      const fixed = columns.reduce(
        (sum, { width = 0, isSticky }) => sum + (isSticky && !hasActs(table) ? 0 : width),
        isSelecting ? checkWidth : 0,
      )
      const given = shares(parts, scroller.clientWidth - fixed)
      heads.forEach((head, at) => {
        if (head) head.style.width = `${given[at] ?? 0}px`
      })
    }
    share()
    const observer = new ResizeObserver(share)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [frame, columns, isSelecting, rows, pen])
}

/** The column of buttons is not drawn where no row has one (table.module.css). */
const hasActs = (table: HTMLTableElement) =>
  (table.querySelector<HTMLElement>('th:last-child')?.offsetWidth ?? 0) > 0

interface Part {
  readonly wanted: number
  readonly least: number
}

/** What each gets of the room: the least, then what it wants, then an equal part of the rest. */
export function shares(parts: readonly Part[], room: number): readonly number[] {
  const given = parts.map(({ least }) => least)
  let left = Math.max(0, room - given.reduce((sum, one) => sum + one, 0))
  let open = parts.length
  const wishes = parts.map(({ wanted, least }, at) => ({ at, more: Math.max(0, wanted - least) }))
  // Who wants little is content soon, and leaves more to the others.
  for (const { at, more } of wishes.toSorted((a, b) => a.more - b.more)) {
    const got = Math.min(more, Math.floor(left / open))
    given[at] = (given[at] ?? 0) + got
    left -= got
    open -= 1
  }
  return given.map((one) => one + Math.floor(left / parts.length))
}
