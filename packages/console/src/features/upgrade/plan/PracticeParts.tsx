import {
  endedPlanStates,
  type Plan,
  planPractices,
  type PracticeState,
  type TextKey,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { Tone } from '../../../ui/table/cells.tsx'
import { ForecastFacts, timeOf } from './ForecastFacts.tsx'
import { stateTexts } from './planTexts.ts'

export const practiceTexts: Readonly<Record<PracticeState, TextKey>> = {
  WAITING: 'practice.state.WAITING',
  RUNNING: 'practice.state.RUNNING',
  DONE: 'practice.state.DONE',
  STOPPED: 'practice.state.STOPPED',
  BROKEN: 'practice.state.BROKEN',
}

export const practiceTones: Readonly<Record<PracticeState, Tone>> = {
  WAITING: 'neutral',
  RUNNING: 'waiting',
  DONE: 'good',
  STOPPED: 'neutral',
  BROKEN: 'bad',
}

/** Whether a plan may be practised: it has not ended. */
export const mayPractise = ({ state }: Plan): boolean =>
  !endedPlanStates.some((ended) => ended === state)

/** How a plan went when it was tried last, in a line. */
function practiceWords({ practice }: Pick<Plan, 'practice'>): string | null {
  if (!practice) return null
  if (practice.state !== 'DONE' || !practice.planState) return t(practiceTexts[practice.state])
  const said = {
    state: t(stateTexts[practice.planState]),
    failed: formatNumber(practice.failed),
  }
  return practice.minutes === null
    ? t('practice.shortOpen', said)
    : t('practice.short', { ...said, time: timeOf(practice.minutes) })
}

/** The same as a mark in a row; what has changed since is grey. */
export function PracticeMark({ plan }: { readonly plan: Plan }) {
  const { practice } = plan
  if (!practice) return nothing
  const isGood = practice.planState === 'FINISHED' || practice.state !== 'DONE'
  const tone = isGood ? practiceTones[practice.state] : 'bad'
  return (
    <span title={practice.isCurrent ? undefined : t('practice.changed')}>
      <StatusBadge tone={practice.isCurrent ? tone : 'neutral'}>{practiceWords(plan)}</StatusBadge>
    </span>
  )
}

interface PracticeButtonProps {
  readonly plan: Plan
  readonly practising: Dialog<Plan>
}

/** Opens the practice of a plan. */
export function PracticeButton({ plan, practising }: PracticeButtonProps) {
  if (!plan.practice && !mayPractise(plan)) return null
  return (
    <Permitted to={planPractices.last.permission}>
      <Button size="xs" variant="default" onClick={() => practising.open(plan)}>
        {t('practice.open')}
      </Button>
    </Permitted>
  )
}

/** What the practice of a plan has foretold, before it begins. */
export function PracticeForecast({ plan }: { readonly plan: Plan }) {
  const enabled = useCan(planPractices.last.permission) && plan.practice !== null
  const last = useQuery({ ...query(planPractices.last, { params: { id: plan.id } }), enabled })
  const forecast = last.data?.forecast
  if (!forecast) return null
  return (
    <section aria-label={t('practice.mark')}>
      <p>
        <StatusBadge tone="waiting">{t('practice.mark')}</StatusBadge> {practiceWords(plan)}
        {plan.practice?.isCurrent === false && ` ${t('practice.changed')}`}
      </p>
      <ForecastFacts forecast={forecast} isPractised />
    </section>
  )
}
