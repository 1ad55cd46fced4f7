import type { MapArea, MapCounts, TextKey } from '@muster/contract'
import type { MapTone } from '../../../kit/map/mapHandle.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** What an area can be coloured by. */
export const areaMetrics = ['terminals', 'online', 'alarmed', 'failing'] as const
export type AreaMetric = (typeof areaMetrics)[number]

export const metricTexts: Readonly<Record<AreaMetric, TextKey>> = {
  terminals: 'stat.map.metric.terminals',
  online: 'stat.map.metric.online',
  alarmed: 'stat.map.metric.alarmed',
  failing: 'stat.map.metric.failing',
}

/** From which value on an area looks so. */
export interface Shade {
  readonly least: number
  readonly tone: MapTone
  readonly strength: number
}

const good: readonly Shade[] = [
  { least: 0, tone: 'bad', strength: 0.6 },
  { least: 60, tone: 'warn', strength: 0.5 },
  { least: 80, tone: 'ok', strength: 0.35 },
  { least: 95, tone: 'ok', strength: 0.65 },
]
const trouble: readonly Shade[] = [
  { least: 0, tone: 'away', strength: 0.35 },
  { least: Number.MIN_VALUE, tone: 'warn', strength: 0.35 },
  { least: 50, tone: 'warn', strength: 0.65 },
  { least: 200, tone: 'bad', strength: 0.7 },
]

/** So many steps an estate is told apart by, each of them ten times the one before. */
const mostSteps = 5

/** The steps of a metric, the lowest first; how many terminals are many follows the areas. */
export function shadesOf(metric: AreaMetric, areas: readonly MapCounts[]): readonly Shade[] {
  if (metric === 'online') return good
  if (metric !== 'terminals') return trouble
  const most = Math.max(1, ...areas.map(({ terminals }) => terminals))
  const highest = Math.floor(Math.log10(most))
  const lowest = Math.max(0, highest - mostSteps + 1)
  const count = highest - lowest + 1
  return Array.from({ length: count }, (_, step) => ({
    least: step === 0 ? 1 : 10 ** (lowest + step),
    tone: 'data' as const,
    strength: count === 1 ? 0.5 : 0.2 + (0.55 * step) / (count - 1),
  }))
}

/** What an area is coloured by: how many, percent, or how many of a thousand; null: it has no terminals. */
export function valueOf(metric: AreaMetric, counts: MapCounts): number | null {
  const { terminals } = counts
  if (metric === 'terminals') return terminals
  if (terminals === 0) return null
  if (metric === 'online') return (counts.online / terminals) * 100
  return (counts[metric] / terminals) * 1000
}

/** Whether its values are how many of a thousand terminals. */
export const isOfThousand = (metric: AreaMetric): boolean =>
  metric === 'alarmed' || metric === 'failing'

export const shadeOf = (shades: readonly Shade[], value: number): Shade | undefined =>
  shades.findLast(({ least }) => value >= least)

/** A value as there is room for it in a mark. */
export function valueText(metric: AreaMetric, value: number): string {
  const rounded = formatNumber(Math.round(value))
  return metric === 'online' ? t('stat.percent', { value: rounded }) : rounded
}

/** What stands at a step of the legend. */
export function shadeText(metric: AreaMetric, shades: readonly Shade[], place: number): string {
  const { least } = shades[place] ?? { least: 0 }
  const next = shades[place + 1]?.least
  const unit = (value: number) =>
    metric === 'online' ? t('stat.percent', { value: formatNumber(value) }) : formatNumber(value)
  if (next === undefined) return t('stat.orMore', { least: unit(least) })
  if (least < 1 && next < 1) return unit(0)
  return t('stat.map.below', { most: unit(next) })
}

/** Terminals whose areas a map shows, in the order of the figure that it is about. */
export const byValue = (metric: AreaMetric, areas: readonly MapArea[]): readonly MapArea[] =>
  areas.toSorted((one, other) => {
    const [first, second] = [valueOf(metric, one) ?? -1, valueOf(metric, other) ?? -1]
    // Where few are online is what one looks for.
    return metric === 'online' ? first - second : second - first
  })
