import type { ReactNode } from 'react'
import classes from './plainTable.module.css'

interface PlainTableProps {
  /** What the table lists, for those who cannot see it. */
  readonly label: string
  readonly titles: readonly string[]
  /** Those of the titles whose cells are numbers: they stand below each other by their ends. */
  readonly figures?: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** `small`: within a card. */
  readonly size?: 'small'
}

/** A short table: all of its rows are there, so there is nothing to page, sort or choose. */
export function PlainTable({ label, titles, figures = [], rows, size }: PlainTableProps) {
  const alignOf = (title = '') => (figures.includes(title) ? 'end' : undefined)
  return (
    // Keys scroll what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroller} data-size={size} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" data-align={alignOf(title)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                <td key={titles[place]} data-align={alignOf(titles[place])}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
