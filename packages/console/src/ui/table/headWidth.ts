import type { Sized, TableColumn } from './columns.ts'

/** Pixels of the padding of a heading, and of the mark of a sortable one with the gap before it. */
const padding = 24
const mark = 14
/** Pixels of a letter, where the browser measures no text. */
const letter = 8

/** Pixels from which on a title alone is so long that the others need not share its width. */
const longTitle = 160

const known = new Map<string, number>()
let pen: OffscreenCanvasRenderingContext2D | null = null

/** Pixels that a column needs for its title to be read as a whole. */
function headWidth(title: string, isSortable: boolean): number {
  return textWidth(title) + padding + (isSortable ? mark : 0)
}

function textWidth(text: string): number {
  const width = known.get(text) ?? Math.ceil(measured(text))
  known.set(text, width)
  return width
}

function measured(text: string): number {
  if (typeof OffscreenCanvas === 'undefined') return text.length * letter
  pen ??= ofHeadings()
  // A pixel more: the browser rounds what it draws.
  return pen ? pen.measureText(text).width + 1 : text.length * letter
}

/** Draws as the headings are drawn (table.module.css). */
function ofHeadings(): OffscreenCanvasRenderingContext2D | null {
  const found = new OffscreenCanvas(1, 1).getContext('2d')
  if (found) found.font = `600 13px ${getComputedStyle(document.body).fontFamily}`
  return found
}

/** A column whose title is not cut off, in whatever language; a user's own width stays as it is. */
export function fitted<C extends Titled>(column: C): C & Sized {
  if (column.isChosen) return column
  const least = headWidth(column.title, column.sortable ?? false)
  if (column.width !== undefined) return { ...column, width: Math.max(column.width, least) }
  return least > longTitle ? { ...column, width: least } : { ...column, least }
}

type Titled = Pick<TableColumn<unknown>, 'title' | 'sortable' | 'width' | 'isChosen'>
