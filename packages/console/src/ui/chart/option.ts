import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type {
  GridComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { Look } from './look.ts'

/** What may be drawn: `engine.ts` loads no more of the library than this. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | MarkLineComponentOption
  | TooltipComponentOption
>

/** What is to be drawn, once it is known with what. */
export type Drawn = (look: Look) => ChartOption

/** What all charts share. Figures do not fly in: whoever opens a page wants to read it. */
export const basicOption = ({ font }: Look) =>
  ({ animation: false, textStyle: { fontFamily: font } }) satisfies ChartOption

interface TimeAxes {
  readonly look: Look
  /** What each point is named by, e.g. its hour. */
  readonly labels: readonly string[]
  /** What the tip says of each. */
  readonly says: readonly string[]
  readonly formatValue: (value: number) => string
}

/**
 * Axes and tip of a chart over time. The tip is drawn into the canvas: the page's policy lets no
 * text become markup.
 */
export const timeOption = ({ look, labels, says, formatValue }: TimeAxes) =>
  ({
    ...basicOption(look),
    grid: { left: 4, right: 12, top: 28, bottom: 2, outerBoundsMode: 'same' },
    xAxis: {
      type: 'category',
      data: [...labels],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
      axisLabel: {
        color: look.muted,
        fontSize: 12,
        hideOverlap: true,
        showMinLabel: true,
        showMaxLabel: true,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 4,
      splitLine: { lineStyle: { color: look.line } },
      axisLabel: { color: look.muted, fontSize: 12, formatter: (value) => formatValue(value) },
    },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      formatter: (points) => says[placeOf(points)] ?? '',
      backgroundColor: look.surface,
      borderColor: look.line,
      padding: [6, 10],
      textStyle: { color: look.text, fontFamily: look.font, fontSize: 13 },
      axisPointer: { type: 'line', lineStyle: { color: look.edge, type: 'dashed' } },
    },
  }) satisfies ChartOption

/** Which point the pointer is at; the library hands over one entry a series. */
function placeOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  const isPoint = typeof first === 'object' && first !== null && 'dataIndex' in first
  return isPoint ? Number(first.dataIndex) : -1
}
