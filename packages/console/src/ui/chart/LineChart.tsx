import { type Line, lineOption, pointSays } from './lineOption.ts'
import { TimeChart } from './TimeChart.tsx'

interface LineChartProps extends Line {
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
}

const height = 200

/** A curve over time. */
export function LineChart({ points, summary, formatValue, tone = 'plain' }: LineChartProps) {
  const line = { points, formatValue, tone }
  return (
    <TimeChart
      drawn={(look) => lineOption(line, look)}
      says={points.map((point) => pointSays(point, line))}
      summary={summary}
      height={height}
    />
  )
}
