import { Legend } from './Legend.tsx'
import { type Lines, linesOption, mostLines, pointsSay } from './linesOption.ts'
import { TimeChart } from './TimeChart.tsx'

interface LinesChartProps extends Lines {
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
}

const height = 220

/** Several curves over time, with their names below. */
export function LinesChart({ labels, lines, most, formatValue, summary }: LinesChartProps) {
  const drawn = { labels, lines: lines.slice(0, mostLines), most, formatValue }
  return (
    <div>
      <TimeChart
        drawn={(look) => linesOption(drawn, look)}
        says={pointsSay(drawn)}
        summary={summary}
        height={height}
      />
      <Legend kind="line" names={drawn.lines.map(({ name }) => name)} />
    </div>
  )
}
