import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../../platform/texts.ts'
import classes from './server.module.css'

export interface PlainColumn<R> {
  readonly title: TextKey
  readonly render: (row: R) => ReactNode
}

interface PlainTableProps<R> {
  readonly label: string
  readonly columns: readonly PlainColumn<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string
  /** What it says where there is nothing. */
  readonly empty?: TextKey
}

/** A short table: all of its rows are there, so there is nothing to page, sort or choose. */
export function PlainTable<R>({ label, columns, rows, keyOf, empty }: PlainTableProps<R>) {
  if (rows.length === 0 && empty) return <p className={classes.nothing}>{t(empty)}</p>
  return (
    // Keys scroll what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, render }) => (
                <td key={title}>{render(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
