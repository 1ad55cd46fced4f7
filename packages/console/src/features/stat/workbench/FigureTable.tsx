import { formatNumber } from '../../../platform/format.ts'
import type { Figures } from './figures.ts'
import classes from './workbench.module.css'

/** What a chart shows, for readers of tables. */
export function FigureTable({
  figures,
  title,
}: {
  readonly figures: Figures
  readonly title: string
}) {
  return (
    // Keys scroll what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroller} aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {figures.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((value, place) => (
                <td key={figures.columns[place]}>
                  {typeof value === 'string' ? <bdi>{value}</bdi> : formatNumber(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
