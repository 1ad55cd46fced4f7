import type { Look } from './look.ts'
import { type ChartOption, timeOption } from './option.ts'

interface Point {
  /** What the point is named by, e.g. its hour. */
  readonly label: string
  /** Null: not known. */
  readonly value: number | null
  /** What happened then. */
  readonly event?: string | undefined
}

export interface Line {
  readonly points: readonly Point[]
  readonly formatValue: (value: number | null) => string
  /** What the curve stands for, where colour helps. */
  readonly tone?: 'plain' | 'good'
}

/** What is to be read at a point. */
export const pointSays = ({ label, value, event }: Point, { formatValue }: Line): string =>
  [`${label}: ${formatValue(value)}`, ...(event ? [event] : [])].join('\n')

/** A curve with a mark at each point where something happened. */
export function lineOption(line: Line, look: Look): ChartOption {
  const { points, formatValue, tone } = line
  const color = tone === 'good' ? look.success : look.data
  const axes = timeOption({
    look,
    labels: points.map(({ label }) => label),
    says: points.map((point) => pointSays(point, line)),
    formatValue,
  })
  return {
    ...axes,
    xAxis: { ...axes.xAxis, boundaryGap: false },
    series: [
      {
        type: 'line',
        data: points.map(({ value }, place) => ({
          value: value ?? '-',
          // A point without neighbours is no line: only there the dot shows without the pointer.
          itemStyle: { opacity: isAlone(points, place) ? 1 : 0 },
        })),
        symbol: 'circle',
        symbolSize: 7,
        color,
        lineStyle: { width: 2, join: 'round' },
        areaStyle: { opacity: 0.12 },
        emphasis: { itemStyle: { opacity: 1 }, lineStyle: { width: 2 } },
        markLine: marksOf(points, look),
      },
    ],
  }
}

const isKnown = (point: Point | undefined) => typeof point?.value === 'number'

const isAlone = (points: readonly Point[], place: number): boolean =>
  isKnown(points[place]) && !isKnown(points[place - 1]) && !isKnown(points[place + 1])

/** A mark's words have this width; those that would stand on others are read by pointer and keys only. */
const labelWidth = 120

/** A line at each point where something happened, named where there is room for it. */
const marksOf = (points: readonly Point[], { edge, muted, width }: Look) => ({
  silent: true,
  symbol: ['none', 'circle'],
  symbolSize: 6,
  lineStyle: { color: edge, type: 'dashed' as const },
  label: {
    color: muted,
    fontSize: 12,
    distance: 9,
    width: labelWidth,
    overflow: 'truncate' as const,
  },
  data: placesOf(points, width),
})

function placesOf(points: readonly Point[], width: number) {
  const step = width / Math.max(1, points.length - 1)
  const half = labelWidth / 2
  let free = 0
  return points.flatMap(({ event }, place) => {
    if (!event) return []
    const at = place * step
    const hasRoom = at - half >= free && at + half <= width
    if (hasRoom) free = at + half
    const label = { show: hasRoom, formatter: () => event.replaceAll('\n', ', ') }
    return [{ xAxis: place, label }]
  })
}
