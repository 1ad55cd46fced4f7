import type { PlanProgress, PlanWaveRow } from '@muster/contract'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { PlanBar } from './PlanBar.tsx'
import { ReasonText } from './ReasonText.tsx'
import { waveStateTexts, waveTones } from './planTexts.ts'

const titles = [
  'plan.waveNow',
  'plan.state',
  'plan.size',
  'plan.progress',
  'plan.succeeded',
  'plan.failed',
  'plan.noContact',
  'plan.unwell',
  'plan.leftOut',
] as const

/** How far each wave of a plan is, and how the plan came there: of a plan and of its practice. */
export function PlanReport({ waves, curve }: Pick<PlanProgress, 'waves' | 'curve'>) {
  return (
    <>
      {waves.length > 0 && (
        <PlainTable
          label={t('plan.wavesOf')}
          titles={titles.map((title) => t(title))}
          rows={waves.map((wave) => ({ key: String(wave.wave), cells: cellsOf(wave) }))}
        />
      )}
      {curve.length > 1 && (
        <section aria-label={t('plan.curve')}>
          <h3>{t('plan.curve')}</h3>
          <LineChart
            tone="good"
            summary={t('plan.curve')}
            formatValue={formatNumber}
            points={curve.map(({ at, succeeded, failed }) => ({
              label: formatDateTime(at),
              value: succeeded,
              event: failed > 0 ? `${t('plan.failed')}: ${formatNumber(failed)}` : undefined,
            }))}
          />
        </section>
      )}
    </>
  )
}

const cellsOf = (wave: PlanWaveRow) => [
  formatNumber(wave.wave),
  <span key="state">
    <StatusBadge tone={waveTones[wave.state]}>{t(waveStateTexts[wave.state])}</StatusBadge>{' '}
    {wave.reason !== null && wave.state === 'FAILED' && <ReasonText reason={wave.reason} />}
    {wave.state === 'SOAK' && wave.soakUntil !== null
      ? t('plan.soakUntil', { time: formatDateTime(wave.soakUntil) })
      : null}
  </span>,
  formatNumber(wave.size),
  <PlanBar key="bar" of={wave} />,
  formatNumber(wave.succeeded),
  formatNumber(wave.failed),
  formatNumber(wave.noContact),
  formatNumber(wave.unwell),
  formatNumber(wave.leftOut),
]
