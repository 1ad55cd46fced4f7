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
  /** The longest texts that its cells hold, where they are known: none of them is cut off. */
  readonly longest?: readonly string[] | undefined
  /** Says how the record is, and leads its card; those that are named so by their id need not say it. */
  readonly isState?: boolean | undefined
  /** Shown to who asks for it. */
  readonly isExtra?: boolean | undefined
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

/** Pixels below which no column is squeezed. */
const flexibleWidth = 112

/** Pixels of the check boxes' column. */
export const checkWidth = 44

/** Pixels below which the table scrolls sideways instead of squeezing its columns. */
export function leastWidth(columns: readonly Sized[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? leastOf(column)), checkWidth)
}

/** Pixels that a column without a width gets at least. */
export const leastOf = ({ least = 0 }: Sized): number => Math.max(flexibleWidth, least)

export type Sized = Pick<TableColumn<unknown>, 'width' | 'least'>
