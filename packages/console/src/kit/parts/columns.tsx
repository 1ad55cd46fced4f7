import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import type { TableColumn } from '../../ui/table/columns.ts'
import { formatNumber, nothing } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './parts.module.css'

/** A column of a list. Its key is a member of the row and, when sortable, the server's sort field. */
export interface Column<R> {
  readonly key: keyof R & string
  readonly title: TextKey
  readonly render?: (row: R) => ReactNode
  readonly sortable?: boolean
  /** Pixels; columns without one share what is left. */
  readonly width?: number
  readonly align?: 'start' | 'center' | 'end'
}

export type Columns<R> = readonly Column<R>[]

/** A column as the table draws it. */
export function tableColumn<R>(column: Column<R>): TableColumn<R> {
  const { key, title, render, ...look } = column
  return { ...look, id: key, title: t(title), cell: render ?? ((row) => plain(row[key])) }
}

/** A value without a `render` of its own, as text. */
function plain(value: unknown): ReactNode {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string' || value === '') return nothing
  // Isolated: a name in Latin letters is cut off at its own end in an Arabic table, too.
  return <bdi className={classes.isolated}>{value}</bdi>
}
