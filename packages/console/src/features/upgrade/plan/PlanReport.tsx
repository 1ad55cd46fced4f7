import type { PlanFigure, PlanProgress, PlanWaveRow } from '@muster/contract'
import { StatusBadge } from '../../../kit/page/values.tsx'
import {
  formatDateTime,
  formatEither,
  formatNumber,
  formatPercent,
  nothing,
} from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { SmallButton } from '../../../ui/table/cells.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { PlanBar } from './PlanBar.tsx'
import classes from './plan.module.css'
import { atEvenTimes } from './evenTimes.ts'
import type { ShowTerminals } from './PlanTerminals.tsx'
import { ReasonText } from './ReasonText.tsx'
import { waveStateTexts, waveTones } from './planTexts.ts'

const counts = [
  'plan.succeeded',
  'plan.failed',
  'plan.noContact',
  'plan.unwell',
  'plan.leftOut',
] as const
const titles = ['plan.waveNow', 'plan.state', 'plan.size', 'plan.progress', ...counts] as const

interface PlanReportProps extends Pick<PlanProgress, 'waves' | 'curve'> {
  /** Shows the terminals that a figure counts; a practice has none. */
  readonly show?: ShowTerminals
}

/** How far each wave of a plan is, and how the plan came there: of a plan and of its practice. */
export function PlanReport({ waves, curve, show }: PlanReportProps) {
  return (
    <>
      {waves.length > 0 && (
        <PlainTable
          label={t('plan.wavesOf')}
          titles={titles.map((title) => t(title))}
          figures={(['plan.size', ...counts] as const).map((title) => t(title))}
          rows={waves.map((wave) => ({ key: String(wave.wave), cells: cellsOf(wave, show) }))}
        />
      )}
      {curve.length > 1 && (
        <section aria-label={t('plan.curve')}>
          <h3>{t('plan.curve')}</h3>
          <Curve of={atEvenTimes(curve)} />
        </section>
      )}
    </>
  )
}

const Curve = ({ of }: { readonly of: PlanProgress['curve'] }) => (
  <LinesChart
    summary={t('plan.curve')}
    formatValue={(value) => (value === null ? nothing : formatNumber(value))}
    labels={of.map(({ at }) => formatDateTime(at))}
    lines={[
      { name: t('plan.succeeded'), values: of.map(({ succeeded }) => succeeded) },
      { name: t('plan.failed'), values: of.map(({ failed }) => failed) },
    ]}
  />
)

const cellsOf = (wave: PlanWaveRow, show: ShowTerminals | undefined) => [
  formatNumber(wave.wave),
  <span key="state" className={classes.waveState}>
    <StatusBadge tone={waveTones[wave.state]}>{t(waveStateTexts[wave.state])}</StatusBadge>{' '}
    {wave.reason !== null && wave.state === 'FAILED' && (
      <>
        <ReasonText reason={wave.reason} />
        {/* Those that try again have not failed any more. */}
        {wave.reason === 'plan.failed.errors' && badOf(wave) > 0 && (
          <small> · {limitOf(wave)}</small>
        )}
      </>
    )}
    {/* Of a plan a sentence says what each wave waits for. */}
    {!show && wave.state === 'SOAK' && wave.soakUntil !== null
      ? t('plan.soakUntil', { time: formatDateTime(wave.soakUntil) })
      : null}
  </span>,
  <Figure key="size" wave={wave} show={show} />,
  <PlanBar key="bar" of={wave} />,
  ...figures.map((figure) => <Figure key={figure} wave={wave} figure={figure} show={show} />),
]

const badOf = ({ failed, noContact, unwell }: PlanWaveRow): number => failed + noContact + unwell

/** How many have failed of how many, and how many may. */
function limitOf(wave: PlanWaveRow): string {
  const failed = formatNumber(badOf(wave))
  const of = formatNumber(wave.size - wave.leftOut)
  const most = [
    formatPercent(wave.errorPercent / 100),
    ...(wave.errorCount === null ? [] : [formatNumber(wave.errorCount)]),
  ]
  return t('plan.failedOf', { failed, of, most: formatEither(most) })
}

const figures = ['succeeded', 'failed', 'noContact', 'unwell', 'leftOut'] as const

interface FigureProps {
  readonly wave: PlanWaveRow
  readonly figure?: PlanFigure
  readonly show: ShowTerminals | undefined
}

/** A number of terminals, which opens the list of them. */
function Figure({ wave, figure, show }: FigureProps) {
  const count = wave[figure ?? 'size']
  if (!show || count === 0) return formatNumber(count)
  const which = { wave: wave.wave, ...(figure && { figure }) }
  return <SmallButton onClick={() => show(which)}>{formatNumber(count)}</SmallButton>
}
