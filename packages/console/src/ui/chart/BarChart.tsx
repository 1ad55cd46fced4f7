import classes from './chart.module.css'
import { useWidth } from './useWidth.ts'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** Where a press leads. */
  readonly href?: string | undefined
  /** What the bar stands for, where colour helps; the label says it, too. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'neutral' | undefined
}

interface BarChartProps {
  readonly bars: readonly Bar[]
  readonly summary: string
  readonly direction: 'ltr' | 'rtl'
  readonly formatValue: (value: number) => string
}

const rowHeight = 34

/** Bars one below the other, each as long as its share of all; long names are cut off at their end. */
export function BarChart({ bars, summary, direction, formatValue }: BarChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const whole = Math.max(
    1,
    bars.reduce((sum, { value }) => sum + value, 0),
  )
  return (
    <div ref={frame} className={classes.frame}>
      <svg
        className={classes.chart}
        role="group"
        data-chart=""
        aria-label={summary}
        width={width}
        height={bars.length * rowHeight}
        direction={direction}
      >
        {bars.map((bar, row) => (
          <BarRow
            key={bar.key}
            bar={bar}
            top={row * rowHeight}
            isRtl={direction === 'rtl'}
            length={Math.max(bar.value > 0 ? 2 : 0, (bar.value / whole) * width)}
            {...{ width, value: formatValue(bar.value) }}
          />
        ))}
      </svg>
    </div>
  )
}

interface BarRowProps {
  readonly bar: Bar
  readonly top: number
  readonly width: number
  readonly length: number
  readonly isRtl: boolean
  readonly value: string
}

function BarRow({ bar, top, width, length, isRtl, value }: BarRowProps) {
  const room = 10 + value.length * 9
  const row = (
    <>
      <rect className={classes.target} x={0} y={top} width={width} height={rowHeight} />
      <svg x={isRtl ? room : 0} y={top} width={Math.max(0, width - room)} height={22}>
        <text className={classes.label} x={isRtl ? width - room : 0} y={16} textAnchor="start">
          {bar.label}
        </text>
      </svg>
      <text className={classes.value} x={isRtl ? 0 : width} y={top + 16} textAnchor="end">
        {/* What a screen reader says of the row is its texts: they need a space between them. */}
        {`\u00a0${value}`}
      </text>
      <rect className={classes.track} x={0} y={top + 22} width={width} height={6} rx={3} />
      <rect
        className={classes.bar}
        data-tone={bar.tone}
        x={isRtl ? width - length : 0}
        y={top + 22}
        width={length}
        height={6}
        rx={3}
      />
    </>
  )
  if (!bar.href) return <g>{row}</g>
  return (
    <a className={classes.link} href={bar.href}>
      {row}
    </a>
  )
}
