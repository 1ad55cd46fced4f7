import { type Plan, type PlanProgress, plans, type PlanWaveRow } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import { Callout } from '../../../ui/form/Callout.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { ForecastFacts } from './ForecastFacts.tsx'
import { PlanActs } from './PlanActs.tsx'
import { PlanBar } from './PlanBar.tsx'
import type { AskedPlan } from './PlanMenu.tsx'
import { ReasonText } from './ReasonText.tsx'
import classes from './plan.module.css'
import { stateTexts, stateTones, waveStateTexts, waveTones } from './planTexts.ts'

interface WatchDialogProps {
  readonly dialog: Dialog<Plan>
  readonly asking: Dialog<AskedPlan>
}

/** A plan as it goes: how far each wave is and why it rests, the curve until now, and what is to come. */
export function WatchDialog({ dialog, asking }: WatchDialogProps) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={record ? `${record.name} ${record.planNo}` : ''}
      size="80rem"
    >
      {record && isOpen && <Watched id={record.id} asking={asking} />}
    </DialogFrame>
  )
}

interface WatchedProps {
  readonly id: string
  readonly asking: Dialog<AskedPlan>
}

function Watched({ id, asking }: WatchedProps) {
  const asked = { params: { id } }
  const enabled = useCan(plans.progress.permission)
  const subscribed = usePage().active
  const plan = useQuery({ ...query(plans.detail, asked), enabled, subscribed })
  const progress = useQuery({ ...query(plans.progress, asked), enabled, subscribed })
  return (
    <Loaded query={plan} permission={plans.detail.permission}>
      {(shown) => (
        <div className={classes.watch}>
          <div className={classes.acts}>
            <StatusBadge tone={stateTones[shown.state]}>{t(stateTexts[shown.state])}</StatusBadge>
            <PlanActs plan={shown} asking={asking} />
          </div>
          {shown.reason !== null && (
            <Callout title={t(stateTexts[shown.state])}>
              <ReasonText reason={shown.reason} />
            </Callout>
          )}
          <PlanBar of={shown} />
          <Loaded query={progress} permission={plans.progress.permission}>
            {(far) => <Progress far={far} />}
          </Loaded>
        </div>
      )}
    </Loaded>
  )
}

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

function Progress({ far }: { readonly far: PlanProgress }) {
  const { waves, behindOthers, curve, back, forecast } = far
  return (
    <>
      {back && (
        <Callout title={t('plan.wayBack')}>
          {t('plan.wayBackFar', {
            size: formatNumber(back.size),
            succeeded: formatNumber(back.succeeded),
            failed: formatNumber(back.failed),
          })}
        </Callout>
      )}
      {behindOthers > 0 && <p>{t('plan.behindOthers', { count: formatNumber(behindOthers) })}</p>}
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
      {forecast && <ForecastFacts forecast={forecast} />}
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
