import { type RefObject, useLayoutEffect, useRef } from 'react'
import { checkWidth, type Sized, leastOf } from './columns.ts'
import { cellWidth, padding, type Pen } from './headWidth.ts'
import { isCards } from './rowHeight.ts'
import { shares, whole } from './shares.ts'

/** Pixels beyond which a long text is cut off rather than wide. */
const most = 360

/** To which part of its width a column is squeezed at most. */
const squeezed = 0.6

/** Pixels that a text keeps in a column that shares the room; in the first, which says what the row is. */
const short = 96
const named = 140

export interface Sharing {
  readonly columns: readonly Placed[]
  readonly isSelecting: boolean
  readonly rows: readonly { readonly id: string }[]
  readonly pen: Pen
}

interface Placed extends Sized {
  readonly id: string
  readonly isSticky?: boolean | undefined
  readonly isChosen?: boolean | undefined
}

/**
 * Gives the columns without a width of their own the room that is left, each as its texts need.
 * Where all together are wider than the frame, none of them ends half behind the row's buttons.
 */
export function useSharedRoom(frame: RefObject<HTMLElement | null>, sharing: Sharing): void {
  const { columns, isSelecting, rows, pen } = sharing
  const last = useRef<Shared | null>(null)
  // Pixels of the frame as it was last laid out; 0 where it never was.
  const seen = useRef(0)
  useLayoutEffect(() => {
    const scroller = frame.current
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return undefined
    const given = { columns, isSelecting, rows, pen }
    const share = sharer(table, given)
    const shareAnew = (width: number) => {
      if (width === 0 || (isSame(last.current, given) && last.current.width === width)) return
      share(width)
      last.current = { ...given, width }
    }
    // Asked for its size now, all of it would be laid out: a page that comes back has its widths, and
    // new rows come into the frame that was there. The observer hears where it became another one.
    if (!isSame(last.current, given)) shareAnew(seen.current || scroller.clientWidth)
    const observer = new ResizeObserver(() => {
      seen.current = scroller.clientWidth
      shareAnew(seen.current)
      // By now it is laid out; asked for while widths change, it would be once more.
      if (widenActs(table, given)) share(seen.current)
      markMore(scroller)
    })
    observer.observe(scroller)
    const follow = () => markMore(scroller)
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', follow)
    }
  }, [frame, columns, isSelecting, rows, pen])
}

/** What was shared out, and in how many pixels. */
interface Shared extends Sharing {
  readonly width: number
}

function isSame(last: Shared | null, { columns, isSelecting, rows, pen }: Sharing): last is Shared {
  if (last?.columns !== columns || last.rows !== rows) return false
  return last.pen === pen && last.isSelecting === isSelecting
}

/** Shares the pixels of a table's frame. */
function sharer(table: HTMLTableElement, sharing: Sharing) {
  const parts = once(() => partsOf(table, sharing))
  const measure = once(() => drawnWidths(parts()))
  const aside = sharing.isSelecting ? checkWidth : 0
  return (width: number) => {
    const room = width - aside - actsWidth(table, sharing)
    const given = widthsOf(parts(), room, measure)
    parts().forEach(({ head }, at) => {
      if (head) head.style.width = `${given[at] ?? 0}px`
    })
    const sum = given.reduce((all, one) => all + one, 0)
    table.style.minWidth = `${sum + width - room}px`
  }
}

interface ColumnPart {
  readonly column: Placed
  readonly head: HTMLElement | null
  readonly cells: readonly Element[]
  /** Pixels that it is to have; undefined: it shares what is left. */
  readonly width: number | undefined
  /** Pixels that its texts ask for, where that is wanted to be known. */
  readonly texts: number
}

/** Each column but that of the buttons. */
function partsOf(table: HTMLElement, sharing: Sharing): readonly ColumnPart[] {
  const { columns, isSelecting, rows, pen } = sharing
  const lines = table.querySelectorAll<HTMLElement>('tbody tr[data-row]')
  const drawn = new Map([...lines].map((line) => [line.dataset['row'], line]))
  const parts = columns
    .filter(({ isSticky }) => !isSticky)
    .map((column, index) => {
      const place = index + (isSelecting ? 1 : 0)
      const cells = rows.flatMap(({ id }) => drawn.get(id)?.children[place] ?? [])
      const head = table.querySelector<HTMLElement>(`th[data-column="${column.id}"]`)
      return { column, head, cells, isEmpty: !column.isChosen && isEmpty(cells) }
    })
  // What nothing stands in leaves its room to texts that would be cut, whatever their columns usually have.
  const hasEmpty = parts.some((part) => part.isEmpty)
  return parts.map((part) => {
    const { column, cells } = part
    const isMeasured = column.width === undefined || (hasEmpty && !column.isChosen)
    const widths = isMeasured ? cells.map((cell) => cellWidth(cell.textContent, pen)) : []
    const texts = Math.min(most, Math.max(0, ...widths))
    return { ...part, texts, width: part.isEmpty ? column.least : column.width }
  })
}

/** Whether nothing stands in a column, in any row of the page: a dash, or not even that; a picture has no text. */
const isEmpty = (cells: readonly Element[]): boolean =>
  cells.length > 0 &&
  cells.every(({ textContent: text, childElementCount: parts }) =>
    text === '' ? parts === 0 : /^\p{Pd}$/u.test(text),
  )

/** Whether a column takes of the room that is left: it has no width, or its texts ask for more. */
const isOpen = ({ width, texts }: ColumnPart): boolean => width === undefined || texts > width

function widthsOf(
  parts: readonly ColumnPart[],
  room: number,
  measure: () => readonly number[],
): readonly number[] {
  const open = parts.filter(isOpen)
  const fixed = parts.reduce((sum, part) => sum + (isOpen(part) ? 0 : (part.width ?? 0)), 0)
  const given = shares(
    open.map(({ column, width, texts }) => ({ wanted: texts, least: width ?? leastOf(column) })),
    room - fixed,
  )
  const widths = parts.map((part) => given[open.indexOf(part)] ?? part.width ?? 0)
  if (widths.reduce((sum, one) => sum + one, 0) <= room) return widths
  const needed = measure()
  return whole(
    parts.map(({ column, width, texts }, at) => {
      const kept = at === 0 ? Math.min(texts, named) : 0
      return partOf({ ...column, width }, { texts, needed: needed[at] ?? 0, kept })
    }),
    room,
  )
}

/** What a column does where room is short: a user's own width stays as it is. */
function partOf(
  column: Placed,
  { texts, needed, kept }: Readonly<Record<'texts' | 'needed' | 'kept', number>>,
) {
  const width = column.width ?? Math.max(leastOf(column), kept)
  if (column.isChosen) return { width, wanted: width, least: width }
  // Texts of a column that shares are cut anyway.
  const drawn = column.width === undefined ? Math.max(kept, Math.min(needed, short)) : needed
  const least = Math.min(width, Math.max(column.least ?? 0, width * squeezed, drawn))
  return { width, wanted: Math.max(width, texts), least: Math.ceil(least) }
}

/** Pixels that the cells of each column take, measured in columns that nothing has squeezed. */
function drawnWidths(parts: readonly ColumnPart[]): readonly number[] {
  for (const { head, column, width } of parts)
    if (head) head.style.width = `${width ?? leastOf(column)}px`
  return parts.map(({ cells }) => (cells.length > 0 ? drawnWidth(cells) : Infinity))
}

/** How wide cells are as they are drawn, with their padding. */
function drawnWidth(cells: readonly Element[]): number {
  const range = document.createRange()
  const widths = [...unlike(cells)].map((cell) => {
    range.selectNodeContents(cutAlone(cell))
    return range.getBoundingClientRect().width
  })
  return Math.max(0, ...widths) + padding
}

/** What is cut at its own end is as wide as its cell, whatever it says: its text tells how much it needs. */
const cutAlone = (cell: Element) =>
  [...cell.children].find((part) => part.matches('[dir="auto"]:only-child')) ?? cell

/** One of those that say the same in as many parts: they are as wide. */
const unlike = (cells: readonly Element[]) =>
  new Map(
    cells.map((cell) => [`${cell.getElementsByTagName('*').length} ${cell.textContent}`, cell]),
  ).values()

function once<T>(work: () => T): () => T {
  let known: T | null = null
  return () => (known ??= work())
}

/** Says whether columns are out of sight at the end (table.module.css). */
function markMore(scroller: HTMLElement): void {
  const { scrollWidth, clientWidth, scrollLeft } = scroller
  // Scrolled from the right it counts below zero.
  scroller.toggleAttribute('data-more', scrollWidth - clientWidth - Math.abs(scrollLeft) > 1)
}

const headOfActs = (table: HTMLTableElement, { columns }: Pick<Sharing, 'columns'>) =>
  columns.some(({ isSticky }) => isSticky)
    ? table.querySelector<HTMLElement>('th:last-child')
    : null

/** Pixels of the column of buttons; it is not drawn where no row has one, nor on cards (table.module.css). What is drawn of it would ask for a layout. */
function actsWidth(table: HTMLTableElement, sharing: Sharing): number {
  const head = headOfActs(table, sharing)
  if (!head || isCards() || getComputedStyle(head).display === 'none') return 0
  return Number.parseFloat(head.style.width)
}

/** Gives the column of buttons what its longest row needs, in whatever language; answers whether it had less. */
function widenActs(table: HTMLTableElement, sharing: Sharing): boolean {
  const head = headOfActs(table, sharing)
  if (!head || isCards()) return false
  const cells = table.querySelectorAll('tbody tr[data-row] > td:last-child')
  const needed = Math.max(0, ...[...cells].map(({ scrollWidth }) => scrollWidth))
  if (needed <= head.clientWidth) return false
  head.style.width = `${needed + padding / 2}px`
  return true
}
