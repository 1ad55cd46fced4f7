import type { ExportWish } from '@muster/contract'
import type { Readable } from 'node:stream'
import { writeCsv } from './writeCsv.ts'
import { writeXlsx } from './writeXlsx.ts'

type Row = Readonly<Record<string, unknown>>

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Rows as the bytes of a file. */
export function writeSheet(
  rows: AsyncIterable<Row>,
  { format, columns }: Pick<ExportWish, 'format' | 'columns'>,
  language: string,
): Readable {
  if (format === 'csv') return writeCsv(rows, columns)
  return writeXlsx(rows, { columns, isMirrored: language.startsWith('ar') })
}
