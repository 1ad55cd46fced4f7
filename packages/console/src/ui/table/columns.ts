import type { ReactNode } from 'react'

/** A column as the table draws it; its title is already in the reader's language. */
export interface TableColumn<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly sortable?: boolean | undefined
  /** Pixels; columns without one share what is left. */
  readonly width?: number | undefined
  /** Pixels below which a column that shares is not squeezed. */
  readonly least?: number | undefined
  /** A user has set its width. */
  readonly isChosen?: boolean | undefined
  readonly align?: 'start' | 'center' | 'end' | undefined
  /** Stays in sight at the end of the row while the table scrolls sideways. */
  readonly isSticky?: boolean | undefined
}

export interface Sort {
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** The sort after one more click on a column: ascending, descending, none. */
export function nextSort(sort: Sort | null, field: string): Sort | null {
  if (sort?.field !== field) return { field, order: 'asc' }
  return sort.order === 'asc' ? { field, order: 'desc' } : null
}

/** What a table needs to know to offer check boxes. */
export interface Selecting<Row> {
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[], isOn: boolean) => void
  readonly allLabel: string
  readonly rowLabel: (row: Row) => string
}

/** Pixels that a column without a width gets at least. */
const flexibleWidth = 112

/** Pixels of the check boxes' column. */
const checkWidth = 44

/** Pixels below which the table scrolls sideways instead of squeezing its columns. */
export function leastWidth(columns: readonly Sized[]): number {
  // They share in equal parts: what one of them needs all of them get.
  const shared = columns.filter(({ width }) => width === undefined)
  const part = Math.max(flexibleWidth, ...shared.map(({ least }) => least ?? 0))
  return columns.reduce((sum, { width }) => sum + (width ?? part), checkWidth)
}

export type Sized = Pick<TableColumn<unknown>, 'width' | 'least'>
