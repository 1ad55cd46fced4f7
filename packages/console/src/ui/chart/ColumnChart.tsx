import { type Columns, columnOption } from './columnOption.ts'
import { Legend } from './Legend.tsx'
import { TimeChart } from './TimeChart.tsx'

interface ColumnChartProps extends Columns {
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
  /** What each part is called, where that is to be read below. */
  readonly names?: readonly string[]
}

const height = 160

/** Columns over time. */
export function ColumnChart({ columns, parts, formatValue, summary, names }: ColumnChartProps) {
  return (
    <div>
      <TimeChart
        drawn={(look) => columnOption({ columns, parts, formatValue }, look)}
        says={columns.map(({ says }) => says)}
        summary={summary}
        height={height}
      />
      {names && <Legend kind="column" names={names} parts={parts} />}
    </div>
  )
}
