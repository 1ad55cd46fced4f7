type Row = Readonly<Record<string, unknown>>

/** The columns of a file: the row's member, the heading, and what it says for a row where that is another thing. */
export type Columns = readonly (readonly [
  member: string,
  heading: string,
  valueOf?: ((row: Row) => unknown) | undefined,
])[]

/** The values of a row in the order of the columns. */
export const valuesOf = (row: Row, columns: Columns): unknown[] =>
  columns.map(([member, , valueOf]) => (valueOf ? valueOf(row) : row[member]) ?? null)

/** What clocks showed at a moment, or a day; `serial` as sheets count it, null where only the text says which one is meant. */
export class WallTime {
  readonly text: string
  readonly serial: number | null
  readonly isDay: boolean

  constructor(text: string, serial: number | null, isDay = false) {
    this.text = text
    this.serial = serial
    this.isDay = isDay
  }
}

/** A value as text: lists one after the other, records by their name, other structures as JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (value instanceof WallTime) return value.text
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  const isNamed = typeof value === 'object' && 'name' in value && typeof value.name === 'string'
  return isNamed ? String(value.name) : JSON.stringify(value)
}

/**
 * Everything that a sheet program might take for a formula begins with one of these signs; apostrophes
 * before it get one more, since reading takes one off.
 */
const formulaStart = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Text that no sheet program runs: a leading apostrophe makes it text, which is all that it is. */
export const harmless = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)
