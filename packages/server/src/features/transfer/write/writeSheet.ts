import type { ExportWish } from '@muster/contract'
import type { Readable } from 'node:stream'
import type { Columns } from './cells.ts'
import type { SheetChoices } from './choices.ts'
import { writeCsv } from './writeCsv.ts'
import { writeXlsx } from './writeXlsx.ts'

type Row = Readonly<Record<string, unknown>>

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

interface SheetLook {
  readonly format: ExportWish['format']
  readonly columns: Columns
  /** What a workbook offers in its cells. */
  readonly choices?: SheetChoices | undefined
}

/** Rows as the bytes of a file. */
export function writeSheet(
  rows: AsyncIterable<Row>,
  { format, columns, choices }: SheetLook,
  language: string,
): Readable {
  if (format === 'csv') return writeCsv(rows, columns)
  return writeXlsx(rows, { columns, choices, language })
}
