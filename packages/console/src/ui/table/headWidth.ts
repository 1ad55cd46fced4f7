import { useSyncExternalStore } from 'react'
import type { Sized, TableColumn } from './columns.ts'

/** Pixels of the padding of a cell, and of the mark of a sortable heading with the gap before it. */
export const padding = 24
const mark = 14
/** Pixels of a letter, where the browser measures no text. */
const letter = 8

/** Pixels from which on a title alone is so long that the others need not share its width. */
const longTitle = 160

/** Weights of headings and of cells (table.module.css). */
type Weight = 600 | 400

/** How wide texts are in the fonts that are there. */
export interface Pen {
  readonly widthOf: (text: string, weight: Weight) => number
}

/** Measures each text once. */
function makePen(): Pen {
  const known = new Map<string, number>()
  const drawing =
    typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  const family = drawing && getComputedStyle(document.body).fontFamily
  const measured = (text: string, weight: Weight) => {
    if (!drawing) return text.length * letter
    drawing.font = `${weight} 13px ${family}`
    // A pixel more: the browser rounds what it draws.
    return drawing.measureText(text).width + 1
  }
  return {
    widthOf: (text, weight) => {
      const key = `${weight} ${text}`
      const width = known.get(key) ?? Math.ceil(measured(text, weight))
      known.set(key, width)
      return width
    },
  }
}

let pen: Pen | null = null

/** The pen; another one when fonts have come, in which texts are wider or narrower. */
export const usePen = (): Pen => useSyncExternalStore(follow, currentPen)

function currentPen(): Pen {
  pen ??= makePen()
  return pen
}

function follow(changed: () => void): () => void {
  // The environment of tests has no fonts.
  if (!('fonts' in document)) return () => undefined
  const renew = () => {
    pen = null
    changed()
  }
  document.fonts.addEventListener('loadingdone', renew)
  return () => document.fonts.removeEventListener('loadingdone', renew)
}

/** Pixels that a cell needs for a text to be read as a whole. */
export const cellWidth = (text: string, by: Pen): number => by.widthOf(text, 400) + padding

/**
 * A column whose title is not cut off, in whatever language, nor the longest text that its cells are
 * known to hold; a user's own width stays as it is.
 */
export function fitted<C extends Titled>(column: C, by: Pen = currentPen()): C & Sized {
  if (column.isChosen) return column
  const { title, sortable, width, longest = [] } = column
  const head = by.widthOf(title, 600) + padding + (sortable ? mark : 0)
  const least = Math.max(head, ...longest.map((text) => cellWidth(text, by)))
  if (width !== undefined) return { ...column, width: Math.max(width, least), least }
  return head > longTitle ? { ...column, width: least, least } : { ...column, least }
}

/** {@link fitted} for all columns of a table; the same ones while nothing of them has changed. */
export function useFitted<Row>(columns: readonly TableColumn<Row>[]) {
  const by = usePen()
  return columns.map((column) => fitted(column, by))
}

type Titled = Pick<TableColumn<unknown>, 'title' | 'sortable' | 'width' | 'isChosen' | 'longest'>
