import { createHash } from 'node:crypto'
import { type ImportColumn, paramCells } from '@muster/contract'
import { SheetFault } from '../read/sheetFault.ts'
import { valueOf } from './cellValue.ts'

/** No name, choice, number or day is longer. */
const longestPlain = 1024

/**
 * A cell as it is kept until its row is judged: of a text that its column cannot take, no more than
 * is refused in the same words. A workbook may name one text of 32,767 characters in every cell.
 */
export function keptOf(column: ImportColumn | undefined, text: string): string {
  const most = column ? mostOf(column) : null
  if (!column || most === null || text.length <= most) return text
  const start = text
    .trim()
    .slice(0, most + 1)
    .toWellFormed()
  if (column.kind === 'record') return start
  const fault = faultOf(column, text)
  return fault !== null && fault === faultOf(column, start) ? start : text
}

/** Lists and structures have no length of their own. */
function mostOf({ kind, most }: ImportColumn): number | null {
  if (kind === 'records' || kind === 'json') return null
  return (kind === 'text' ? most : null) ?? longestPlain
}

function faultOf(column: ImportColumn, text: string): string | null {
  const read = valueOf(column, text)
  return 'problem' in read ? read.problem.key : null
}

const hidden = '•••'

/** A cell of a column of secrets as it is kept: that there is one, or that the sheet leaves it alone. */
export const concealed = (text: string): string =>
  ['', paramCells.secret].includes(text.trim()) ? text : hidden

/** Whether what a cell said was not kept: it is no value, whatever its column holds by now. */
export const isConcealed = (text: string): boolean => text === hidden

/** Characters of a key: more than any column of one takes, and few enough for an index. */
const longestKey = 512

/** A key as it is kept: of a longer one its beginning, and what tells it from others that begin so. */
export function keptKey(key: string): string {
  if (key.length <= longestKey) return key
  const sum = createHash('sha256').update(key).digest('hex')
  return `${key.slice(0, longestKey).toWellFormed()}…${sum}`
}

/** Characters of all cells that are kept of a file: eight times what may be sent. */
const mostKept = 256 * 1024 * 1024

interface KeptRow {
  readonly cells: Readonly<Record<string, string>>
}

/** Counts what is kept of a file, and refuses the file once that is too much. */
export function keptCount(most: number = mostKept): (rows: readonly KeptRow[]) => void {
  let kept = 0
  return (rows) => {
    for (const { cells } of rows) for (const { length } of Object.values(cells)) kept += length
    if (kept > most) throw new SheetFault('import.tooLarge')
  }
}
