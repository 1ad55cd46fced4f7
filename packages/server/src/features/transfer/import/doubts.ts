import type { ImportColumn, TextKey } from '@muster/contract'
import { type CellDoubt, cellDoubts } from '../read/sheetFault.ts'

/**
 * Why a row as a whole may not be what the person meant: a quote that is not closed where its cell
 * ends, or cells beyond the last heading.
 */
const rowDoubts = ['quotes', 'cells'] as const
type RowDoubt = (typeof rowDoubts)[number]
type Doubt = CellDoubt | RowDoubt

/** Where a staged row keeps why a cell is doubtful: no field has such a name. */
export const doubtOf = (field: string): string => `${doubtMark}${field}`
const doubtMark = '#doubt:'

/** The field whose doubt stands there; null: none does. */
export const fieldOfDoubt = (name: string): string | null =>
  name.startsWith(doubtMark) ? name.slice(doubtMark.length) : null

/** Where it keeps why it is doubtful as a whole. */
export const doubtOfRow = doubtOf('')

/** What is said of each doubt; days and formats are none where the column takes what they are. */
const said: Readonly<Record<Doubt, TextKey>> = {
  date: 'import.dateInText',
  digits: 'import.lostDigits',
  // A number is one however it is shown.
  format: 'import.shownOtherwise',
  formula: 'import.noValue',
  error: 'import.failedFormula',
  merged: 'import.mergedCell',
  quotes: 'import.openQuote',
  cells: 'import.surplusCells',
}

const isDoubt = (text: string | undefined): text is Doubt =>
  text !== undefined && Object.hasOwn(said, text)

/** What a sheet holds otherwise than it was meant is refused, never written in silence. */
export function refusedDoubt(
  { kind }: Pick<ImportColumn, 'kind'>,
  doubt: string | undefined,
): TextKey | null {
  if (!isDoubt(doubt)) return null
  if (doubt === 'date' && (kind === 'date' || kind === 'moment')) return null
  return doubt === 'format' && kind === 'number' ? null : said[doubt]
}

/**
 * How a refused cell stands in a result sheet: whoever brings that sheet back, after he has mended the
 * others, has this one refused again until he has written it anew.
 */
export const marked = (doubt: string, text: string): string => `#${doubt}! ${text}`.trimEnd()

const mark = new RegExp(`^\\s*#(${[...cellDoubts, ...rowDoubts].join('|')})!\\s?`)

/** A cell without the mark of a result sheet, and the doubt that it stands for. */
export function unmarked(text: string): { readonly text: string; readonly doubt?: string } {
  const [whole = '', doubt] = mark.exec(text) ?? []
  return doubt === undefined ? { text } : { text: text.slice(whole.length), doubt }
}
