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

/** Figures as CSV (RFC 4180, UTF-8 with its mark). Sheet programs run no text that begins like a formula. */
export function csvOf({ columns, rows }: Figures): string {
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
