import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './server.module.css'

export interface PlainColumn<R> {
  readonly title: TextKey
  readonly render: (row: R) => ReactNode
}

interface ColumnTableProps<R> {
  readonly label: string
  readonly columns: readonly PlainColumn<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string
  /** What it says where there is nothing. */
  readonly empty?: TextKey
}

/** A short table whose columns say how they draw a row. */
export function ColumnTable<R>({ label, columns, rows, keyOf, empty }: ColumnTableProps<R>) {
  if (rows.length === 0 && empty) return <p className={classes.nothing}>{t(empty)}</p>
  return (
    <PlainTable
      label={label}
      titles={columns.map(({ title }) => t(title))}
      rows={rows.map((row) => ({
        key: keyOf(row),
        cells: columns.map(({ render }) => render(row)),
      }))}
    />
  )
}
