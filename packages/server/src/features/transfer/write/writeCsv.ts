import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { type Columns, harmless, textOf, valuesOf } from './cells.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows as CSV (RFC 4180, UTF-8 with its mark, so that sheet programs know the script). */
export function writeCsv(rows: AsyncIterable<Row>, columns: Columns): Readable {
  // Without the last one a cell with a line end of another kind than the file's would go unquoted, and end its row.
  const lines = stringify({
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
  })
  // What goes wrong in the rows ends the lines with it: whoever reads them is told.
  pipeline(Readable.from(linesOf(rows, columns)), lines, () => undefined)
  return lines
}

async function* linesOf(rows: AsyncIterable<Row>, columns: Columns) {
  yield columns.map(([, heading]) => harmless(heading))
  for await (const row of rows) yield valuesOf(row, columns).map(cellOf)
}

/** Numbers stay numbers, below zero too; whatever a person may have typed is made harmless. */
const cellOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : harmless(textOf(value))
