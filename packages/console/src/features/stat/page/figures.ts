import type { TableOf } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** What a block shows, as a table: for readers of tables, and as a file. */
export interface Figures {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** Where the first cell of each row leads: to the terminals that the row counts. */
  readonly hrefs?: readonly (string | undefined)[]
  /** The same of each cell, where a row counts several kinds of terminals. */
  readonly links?: readonly (readonly (string | undefined)[])[]
}

/** Figures as a picture shows them: headings and lines, numbers as the reader writes them. */
export const linesOf = ({ columns, rows }: Figures): readonly (readonly string[])[] => [
  columns,
  ...rows.map((row) =>
    row.map((value) => (typeof value === 'string' ? value : formatNumber(value))),
  ),
]

/** The rows of a table that the contract knows, each after its name. */
export const figuresIn = <T>(
  { columns, cells }: TableOf<T>,
  rows: readonly (readonly [string, T])[],
): Figures => ({
  columns: columns.map((column) => t(column)),
  rows: rows.map(([name, row]) => [name, ...cells(row)]),
})
