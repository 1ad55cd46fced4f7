import type { Book } from './openBook.ts'
import { readXml } from './readXml.ts'

/** Cells that are one to whoever looks at the sheet; rows from 1, columns from 0, the last ones included. */
interface Merge {
  readonly rows: readonly [number, number]
  readonly columns: readonly [number, number]
}

/** The columns of a row that another cell covers, of the first so many. Rows are asked for on the way down. */
export type Covered = (row: number, width: number) => readonly number[]

/** Reads which cells of a sheet are merged: that stands behind all its rows. */
export async function mergesOf(book: Book, name: string): Promise<Covered> {
  if (!(await holds(book, name, 'mergeCell'))) return () => []
  const merges: Merge[] = []
  const reading = readXml(await book.open(name), {
    open: (tag, { ref = '' }) => {
      const merge = tag === 'mergeCell' ? mergeOf(ref) : null
      if (merge) merges.push(merge)
    },
  })
  for await (const _ of reading) continue
  return coveredBy(merges.toSorted((one, other) => one.rows[0] - other.rows[0]))
}

function coveredBy(merges: readonly Merge[]): Covered {
  let next = 0
  let open: Merge[] = []
  return (row, width) => {
    for (; (merges[next]?.rows[0] ?? Infinity) <= row; next++)
      open.push(...merges.slice(next, next + 1))
    open = open.filter(({ rows }) => rows[1] >= row)
    return open.flatMap(({ rows, columns: [first, last] }) => {
      // The value stands in the first cell of all.
      const from = row === rows[0] ? first + 1 : first
      return Array.from(
        { length: Math.max(0, Math.min(last + 1, width) - from) },
        (_, at) => from + at,
      )
    })
  }
}

/** Whether a part has some word at all: most sheets have nothing that is merged, and are not read twice. */
async function holds(book: Book, name: string, word: string): Promise<boolean> {
  const content = await book.open(name)
  const parts: AsyncIterable<Buffer> = content
  let end: Buffer = Buffer.alloc(0)
  for await (const part of parts) {
    const text = Buffer.concat([end, part])
    if (text.includes(word)) return true
    end = text.subarray(-word.length)
  }
  return false
}

/** `A2:B7`. */
function mergeOf(ref: string): Merge | null {
  const [, from = '', first = '', to = '', last = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? []
  return from
    ? { rows: [Number(first), Number(last)], columns: [columnAt(from), columnAt(to)] }
    : null
}

/** The place of the column `BC`, from 0. */
export function columnAt(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column - 1
}
