import { formatNumber } from '../../../platform/format.ts'

/** What a card shows, as a table: for readers of tables, and as a file. */
export interface Figures {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Figures as a picture shows them: headings and lines, numbers as the reader writes them. */
export const linesOf = ({ columns, rows }: Figures): readonly (readonly string[])[] => [
  columns,
  ...rows.map((row) =>
    row.map((value) => (typeof value === 'string' ? value : formatNumber(value))),
  ),
]
