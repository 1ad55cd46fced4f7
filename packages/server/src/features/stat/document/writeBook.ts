import { buffer } from 'node:stream/consumers'
import { writeTables } from '../../transfer/index.ts'
import type { Figures } from './figures.ts'
import type { Words } from './words.ts'

/** Figures as a workbook: what it is about on the first sheet, then a sheet for each table. */
export const writeBook = ({ title, facts, tables }: Figures, words: Words): Promise<Buffer> =>
  buffer(
    writeTables(
      [
        { name: title, rows: [[title], ...facts.map((fact) => [fact])] },
        ...tables.map((table) => ({ name: table.title, rows: [table.columns, ...table.rows] })),
      ],
      words.language,
    ),
  )
