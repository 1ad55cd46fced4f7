import { columnTones } from './columnOption.ts'
import type { Look } from './look.ts'
import { type ChartOption, timeOption } from './option.ts'

/** One of several curves over the same points. */
export interface NamedLine {
  readonly name: string
  /** One a label; null: not known. */
  readonly values: readonly (number | null)[]
}

export interface Lines {
  readonly labels: readonly string[]
  readonly lines: readonly NamedLine[]
  /** What no value is above, e.g. 100 of shares. */
  readonly most?: number | undefined
  readonly formatValue: (value: number | null) => string
}

/** Curves that are compared at once: more could not be told apart. */
export const mostLines = 5

/** Told apart by their stroke, too: colours alone say nothing to some. */
const strokes = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [2, 6]] as const

/** What is to be read at a point: each curve's name and value. */
export const pointsSay = ({ labels, lines, formatValue }: Lines): readonly string[] =>
  labels.map((label, place) =>
    [
      label,
      ...lines.map(({ name, values }) => `${name}: ${formatValue(values[place] ?? null)}`),
    ].join('\n'),
  )

/** Several curves over time, at most {@link mostLines}. */
export function linesOption(drawn: Lines, look: Look): ChartOption {
  const axes = timeOption({
    look,
    labels: drawn.labels,
    says: pointsSay(drawn),
    formatValue: drawn.formatValue,
  })
  return {
    ...axes,
    xAxis: { ...axes.xAxis, boundaryGap: false },
    yAxis: { ...axes.yAxis, ...upTo(drawn) },
    series: drawn.lines.slice(0, mostLines).map(({ values }, place) => ({
      type: 'line' as const,
      data: values.map((value) => value ?? '-'),
      symbol: 'circle',
      symbolSize: 6,
      showSymbol: values.filter((value) => value !== null).length < 2,
      color: look[columnTones[place] ?? 'data'],
      lineStyle: { width: 2, join: 'round' as const, type: typeOf(place) },
      connectNulls: false,
      emphasis: { lineStyle: { width: 2 } },
    })),
  }
}

/** Of a curve that comes near to the most, which the axis by itself would go beyond. */
function upTo({ lines, most }: Lines) {
  const isNear = (value: number | null) => most !== undefined && (value ?? 0) > most * 0.8
  if (most === undefined || !lines.some(({ values }) => values.some(isNear))) return {}
  return { max: most, interval: most / 4 }
}

const typeOf = (place: number) => {
  const stroke = strokes[place] ?? 'solid'
  return typeof stroke === 'string' ? stroke : [...stroke]
}
