import { type Columns, columnOption } from './columnOption.ts'
import { TimeChart } from './TimeChart.tsx'

interface ColumnChartProps extends Columns {
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
}

const height = 160

/** Columns over time. */
export function ColumnChart({ columns, parts, formatValue, summary }: ColumnChartProps) {
  return (
    <TimeChart
      drawn={(look) => columnOption({ columns, parts, formatValue }, look)}
      says={columns.map(({ says }) => says)}
      summary={summary}
      height={height}
    />
  )
}
