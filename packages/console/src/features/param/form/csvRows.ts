import {
  faultOfCell,
  mostTableRows,
  type ParamColumn,
  type ParamShape,
  type ValueFault,
} from '@muster/contract'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { matches } from './judge.ts'

export type Row = Readonly<Record<string, string>>

/** A place in the text, counted from 1 below its heading, and what is wrong there. */
export interface CellFault {
  /** Null: the text as a whole, or its heading. */
  readonly row: number | null
  readonly column: string
  readonly fault: ValueFault
}

type Read = { readonly rows: readonly Row[] } | { readonly faults: readonly CellFault[] }

/** Faults that are told at once. */
const mostFaults = 20

/** Lines of cells: commas, semicolons or tabs between, as the heading has them; null: a quote is open. */
function readCsv(text: string): string[][] | null {
  const heading = text.split(/[\r\n]/, 1)[0] ?? ''
  const delimiter = ['\t', ';', ','].find((sign) => heading.includes(sign)) ?? ','
  try {
    return parse(text, {
      delimiter,
      // All of them, also where a text has several: left alone, the first one is taken for all.
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      // Inch signs within a cell are no quotes.
      relax_quotes: true,
      relax_column_count: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** The rows that a text says for a table: all of them, or what keeps them from it. */
export function rowsOfCsv(
  { columns, maxRows }: Pick<ParamShape, 'columns' | 'maxRows'>,
  text: string,
  kept: number,
): Read {
  const lines = readCsv(text)
  if (lines === null) return whole({ key: 'paramForm.csvQuote', params: {} })
  const [heading = [], ...below] = lines
  // Rows without anything are passed by; the others keep their places in the file.
  const body = below.map((cells, at) => ({ cells, at })).filter(({ cells }) => cells.some(isSaid))
  const named = heading.map((name) => columnOf(columns, name))
  const unknown = heading.flatMap((name, at) => {
    if (named[at] || !(isSaid(name) || body.some(({ cells }) => isSaid(cells[at])))) return []
    return [isSaid(name) ? name : `(${at + 1})`]
  })
  const missing = columns.filter((column) => column.required && !named.includes(column))
  const twice = named.filter((column, at) => column && named.indexOf(column) !== at)
  const faults: CellFault[] = [
    ...unknown.map((column) => inHeading(column, 'paramForm.csvUnknown')),
    ...missing.map(({ key }) => inHeading(key, 'paramForm.csvMissing')),
    ...twice.map((column) => inHeading(column?.key ?? '', 'param.twice')),
  ]
  if (faults.length > 0) return { faults }
  if (body.length === 0) return whole({ key: 'paramForm.csvEmpty', params: {} })
  const most = maxRows ?? mostTableRows
  if (kept + body.length > most) return whole({ key: 'param.tooManyRows', params: { limit: most } })
  const rows = body.map(({ cells }) => rowOf(named, cells))
  const bad = body.flatMap((line, place) =>
    faultsOf(columns, rows[place] ?? {}, { ...line, named }),
  )
  return bad.length > 0 ? { faults: bad.slice(0, mostFaults) } : { rows }
}

const isSaid = (cell: string | undefined): boolean => (cell ?? '').trim() !== ''

const whole = (fault: ValueFault): Read => ({ faults: [{ row: null, column: '', fault }] })
const inHeading = (column: string, key: ValueFault['key']): CellFault => ({
  row: null,
  column,
  fault: { key, params: {} },
})

/** By its key, or by what it is called. */
function columnOf(columns: readonly ParamColumn[], heading: string): ParamColumn | undefined {
  const name = heading.trim().toLowerCase()
  return (
    columns.find(({ key }) => key.toLowerCase() === name) ??
    columns.find(({ title }) => title.trim().toLowerCase() === name)
  )
}

type Named = readonly (ParamColumn | undefined)[]

const rowOf = (named: Named, cells: readonly string[]): Row =>
  Object.fromEntries(
    named.flatMap((column, at) => {
      const text = column ? textOf(column, cells[at]?.trim() ?? '') : ''
      return column && text !== '' ? [[column.key, text]] : []
    }),
  )

/** A choice may be called by its name; digits are those of the wire. */
function textOf({ dataType, items }: ParamColumn, text: string): string {
  if (dataType === 'STRING') return text
  const item = items.find(({ label }) => label === text)
  return item ? item.value : asciiDigits(text)
}

interface Line {
  readonly cells: readonly string[]
  readonly at: number
  readonly named: Named
}

/** A number as a sheet program saves it that has no room for its digits. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/
const lostDigits: ValueFault = { key: 'import.lostDigits', params: {} }

function faultsOf(
  columns: readonly ParamColumn[],
  row: Row,
  { cells, at, named }: Line,
): CellFault[] {
  const beyond = cells.slice(named.length).some((cell) => cell.trim() !== '')
  const long: CellFault[] = beyond
    ? [{ row: at + 1, column: '', fault: { key: 'paramForm.csvBeyond', params: {} } }]
    : []
  return [
    ...long,
    ...columns.flatMap((column) => {
      const text = row[column.key] ?? ''
      const fault = shortened.test(text) ? lostDigits : faultOfCell(column, text, matches)
      return fault ? [{ row: at + 1, column: column.title, fault }] : []
    }),
  ]
}
