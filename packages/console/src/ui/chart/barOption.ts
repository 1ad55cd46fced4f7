import type { Look } from './look.ts'
import { basicOption, type ChartOption } from './option.ts'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** Where a press leads. */
  readonly href?: string | undefined
  /** What the bar stands for, where colour helps; the label says it, too. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'neutral' | undefined
}

export interface Bars {
  readonly bars: readonly Bar[]
  readonly direction: 'ltr' | 'rtl'
  readonly formatValue: (value: number) => string
}

/** Pixels of a bar with its words above it; `chart.module.css` says the same. */
export const rowHeight = 34
const thickness = 6
/** From the middle of the bar's row to where the bar is, and up to its words. */
const below = 8
const above = -14
/** Pixels that a letter of the value takes at most, and what lies between it and the label. */
const letter = 9
const gap = 10

/**
 * Bars one below the other, each as long as its share of all, its label above it; long labels are
 * cut off at their end. They grow from where reading begins.
 */
export function barOption({ bars, direction, formatValue }: Bars, look: Look): ChartOption {
  const isRtl = direction === 'rtl'
  const whole = Math.max(
    1,
    bars.reduce((sum, { value }) => sum + value, 0),
  )
  const start = wordsAt(isRtl ? 'right' : 'left', look)
  const end = wordsAt(isRtl ? 'left' : 'right', look)
  const height = bars.length * rowHeight
  return {
    ...basicOption(look),
    grid: { left: 0, right: 0, top: below, height, outerBoundsMode: 'none' },
    xAxis: { type: 'value', show: false, min: 0, max: whole, inverse: isRtl },
    yAxis: { type: 'category', show: false, inverse: true, data: bars.map(({ key }) => key) },
    series: [
      {
        // What is missing to the whole, and the figure at the end of it.
        ...line,
        color: look.hover,
        data: bars.map(({ value }) => {
          const label = { ...end, fontWeight: 600, formatter: () => formatValue(value) }
          return { value: whole, label }
        }),
      },
      {
        ...line,
        barGap: '-100%',
        barMinHeight: 2,
        data: bars.map(({ label: name, value, tone }) => {
          const width = look.width - gap - formatValue(value).length * letter
          const label = { ...start, formatter: () => name, width, overflow: 'truncate' as const }
          // The least height is for what is there: nothing shows no bar.
          const color = value === 0 ? 'transparent' : colourOf(tone, look)
          return { value, itemStyle: { color }, label }
        }),
      },
    ],
  }
}

const line = {
  type: 'bar',
  silent: true,
  barWidth: thickness,
  itemStyle: { borderRadius: thickness / 2 },
} as const

/** Words above a bar, at one of its ends. */
const wordsAt = (align: 'left' | 'right', { text: color }: Look) => ({
  show: true,
  position: [align === 'left' ? 0 : '100%', above],
  align,
  verticalAlign: 'middle' as const,
  fontSize: 13,
  color,
})

function colourOf(tone: Bar['tone'], look: Look): string {
  if (tone === 'good') return look.success
  if (tone === 'bad') return look.danger
  if (tone === 'waiting') return look.warning
  return tone === 'neutral' ? look.edge : look.data
}
