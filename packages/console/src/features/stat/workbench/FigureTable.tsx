import { formatNumber } from '../../../platform/format.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import type { Figures } from './figures.ts'

interface FigureTableProps {
  readonly figures: Figures
  readonly title: string
}

/** What a chart shows, for readers of tables. */
export function FigureTable({ figures, title }: FigureTableProps) {
  const rows = figures.rows.map((row) => ({ key: String(row[0]), cells: row.map(shown) }))
  return <PlainTable label={title} titles={figures.columns} rows={rows} size="small" />
}

const shown = (value: string | number | null) =>
  typeof value === 'string' ? <bdi>{value}</bdi> : formatNumber(value)
