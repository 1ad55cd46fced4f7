import { formatNumber } from '../../../platform/format.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import type { Figures } from './figures.ts'

interface FigureTableProps {
  readonly figures: Figures
  readonly title: string
}

/** What a chart shows, for readers of tables. */
export function FigureTable({ figures: { columns, rows, hrefs, links }, title }: FigureTableProps) {
  const lines = rows.map((row, line) => ({
    // Two rows may begin alike: vendors call their models by the same name.
    key: `${line} ${row[0] ?? ''}`,
    cells: row.map((value, place) =>
      led(value, place === 0 && hrefs ? hrefs[line] : links?.[line]?.[place]),
    ),
  }))
  const numbers = columns.filter((_, place) => rows.every((row) => typeof row[place] !== 'string'))
  return <PlainTable label={title} titles={columns} figures={numbers} rows={lines} size="small" />
}

const led = (value: string | number | null, href: string | undefined) =>
  href ? <a href={href}>{shown(value)}</a> : shown(value)

const shown = (value: string | number | null) =>
  typeof value === 'string' ? <bdi>{value}</bdi> : formatNumber(value)
