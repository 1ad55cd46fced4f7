import { type Plan, type PlanProgress, plans } from '@muster/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { ForecastFacts } from './ForecastFacts.tsx'
import { PlanActs } from './PlanActs.tsx'
import { PlanBar } from './PlanBar.tsx'
import { PlanFacts } from './PlanFacts.tsx'
import { PlanReport } from './PlanReport.tsx'
import { PlanTerminals, type ShownTerminals } from './PlanTerminals.tsx'
import { PracticeButton, PracticeForecast } from './PracticeParts.tsx'
import type { AskedPlan } from './PlanMenu.tsx'
import { ReasonText } from './ReasonText.tsx'
import { WaveWaits } from './WaveWaits.tsx'
import classes from './plan.module.css'
import { stateTexts, stateTones } from './planTexts.ts'
import { untilNext, type Watched } from './watched.ts'

interface WatchDialogProps {
  readonly dialog: Dialog<Watched>
  readonly asking: Dialog<AskedPlan>
  readonly practising: Dialog<Plan>
}

/** A plan as it goes: what it says before it begins, then how far each wave is and why it rests, the curve until now, and what is to come. */
export function WatchDialog({ dialog, asking, practising }: WatchDialogProps) {
  const { record, isOpen, close } = dialog
  const id = record?.id ?? ''
  const enabled = useCan(plans.detail.permission) && record !== null
  const subscribed = usePage().active
  const plan = useQuery({ ...query(plans.detail, { params: { id } }), enabled, subscribed })
  const title = plan.data ? `${plan.data.name} ${plan.data.planNo}` : t('plan.watch')
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title} size="80rem">
      {record && isOpen && <Watching id={id} plan={plan} asking={asking} practising={practising} />}
    </DialogFrame>
  )
}

interface WatchingProps extends Omit<WatchDialogProps, 'dialog'> {
  readonly id: string
  readonly plan: UseQueryResult<Plan>
}

function Watching({ id, plan, asking, practising }: WatchingProps) {
  const asked = { params: { id } }
  const enabled = useCan(plans.progress.permission)
  const subscribed = usePage().active
  const progress = useQuery({
    ...query(plans.progress, asked),
    enabled,
    subscribed,
    refetchInterval: ({ state }) => untilNext(state.data?.waits),
  })
  return (
    <Loaded query={plan} permission={plans.detail.permission}>
      {(shown) => (
        <div className={classes.watch}>
          <div className={classes.acts}>
            <StatusBadge tone={stateTones[shown.state]}>{t(stateTexts[shown.state])}</StatusBadge>
            <PlanActs plan={shown} asking={asking} />
            <PracticeButton plan={shown} practising={practising} />
          </div>
          {shown.startedAt === null && <PracticeForecast plan={shown} />}
          {shown.reason !== null && (
            <Callout title={t(stateTexts[shown.state])}>
              <ReasonText reason={shown.reason} />
            </Callout>
          )}
          {shown.wave === 0 ? (
            <PlanFacts plan={shown} />
          ) : (
            <details>
              <summary>{t('plan.says')}</summary>
              <PlanFacts plan={shown} />
            </details>
          )}
          <PlanBar of={shown} />
          {!shown.seesAll && <p className={classes.hint}>{t('plan.ownOnly')}</p>}
          <Loaded query={progress} permission={plans.progress.permission}>
            {(far) => <Progress id={id} far={far} />}
          </Loaded>
        </div>
      )}
    </Loaded>
  )
}

interface ProgressProps {
  readonly id: string
  readonly far: PlanProgress
}

function Progress({ id, far }: ProgressProps) {
  const { waves, waits, behindOthers, curve, back, forecast } = far
  const [which, show] = useState<ShownTerminals | null>(null)
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
      <WaveWaits waits={waits} show={show} />
      <PlanReport waves={waves} curve={curve} show={show} />
      {which && (
        <PlanTerminals key={JSON.stringify(which)} id={id} which={which} close={() => show(null)} />
      )}
      {forecast && <ForecastFacts forecast={forecast} />}
    </>
  )
}
