import { type Line, lineOption, pointSays } from './lineOption.ts'
import { TimeChart } from './TimeChart.tsx'

interface LineChartProps extends Line {
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
  /** It takes the height that is left beside it, in a column; at least its own. */
  readonly fills?: boolean
}

const height = 200

/** A curve over time. */
export function LineChart({ points, summary, formatValue, tone = 'plain', fills }: LineChartProps) {
  const line = { points, formatValue, tone }
  return (
    <TimeChart
      drawn={(look) => lineOption(line, look)}
      says={points.map((point) => pointSays(point, line))}
      summary={summary}
      height={height}
      fills={fills}
    />
  )
}
