import type { ExportWish } from '@muster/contract'

export type Columns = ExportWish['columns']
type Row = Readonly<Record<string, unknown>>

/** The values of a row in the order of the columns. */
export const valuesOf = (row: Row, columns: Columns): unknown[] =>
  columns.map(([member]) => row[member] ?? null)

/** A value as text: lists one after the other, records by their name, other structures as JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  const isNamed = typeof value === 'object' && 'name' in value && typeof value.name === 'string'
  return isNamed ? String(value.name) : JSON.stringify(value)
}

/** Everything that a sheet program might take for a formula begins with one of these. */
const formulaStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Text that no sheet program runs: a leading apostrophe makes it text, which is all that it is. */
export const harmless = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)
