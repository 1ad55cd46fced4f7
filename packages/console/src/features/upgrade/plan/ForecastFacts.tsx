import type { PlanForecast } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import { formatDuration } from '../../device/index.ts'
import { atEvenMinutes } from './evenTimes.ts'

/** Minutes in words: hours from two hours on. */
export const timeOf = (minutes: number): string =>
  minutes < 120
    ? t('plan.minutes', { count: formatNumber(Math.ceil(minutes)) })
    : t('plan.hours', { count: formatNumber(Math.ceil(minutes / 60)) })

interface ForecastFactsProps {
  readonly forecast: PlanForecast
  /** It was tried on copies, with what fails there. */
  readonly isPractised?: boolean
}

/** When all would be done, and how much would be downloaded at once. */
export function ForecastFacts({ forecast, isPractised = false }: ForecastFactsProps) {
  const { minutes, late, peakMbits, curve } = forecast
  const says =
    minutes === null
      ? t('plan.forecastNever', { count: formatNumber(late) })
      : t(isPractised ? 'practice.done' : 'plan.forecastDone', { time: timeOf(minutes) })
  return (
    <section aria-label={t('plan.forecast')}>
      <p>
        {says} {t('plan.peak', { mbits: formatNumber(Math.round(peakMbits)) })}
      </p>
      {curve.length > 1 && (
        <LineChart
          summary={says}
          formatValue={formatNumber}
          points={atEvenMinutes(curve).map(({ minute, done }) => ({
            // In whole hours, points beside each other would be called the same.
            label: minute < 120 ? timeOf(minute) : formatDuration(Math.ceil(minute) * 60_000),
            value: done,
          }))}
        />
      )}
    </section>
  )
}
