import { type Plan, planPractices, plans, upgradeResults } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { type AskedAct, askedActs } from './askedActs.ts'
import { mayPractise } from './PracticeParts.tsx'
import { mayDo, type PlainAct, plainActs, usePlanActs } from './usePlanActs.ts'
import { useResultsAddress } from './useResultsAddress.ts'

export interface AskedPlan {
  readonly id: string
  readonly plan: Plan
  readonly act: AskedAct
}

interface PlanMenuProps {
  readonly plan: Plan
  readonly asking: Dialog<AskedPlan>
  readonly practising: Dialog<Plan>
  /** Shows it as it goes; null: the row has a button for that. */
  readonly watch: ((plan: Plan) => void) | null
}

const icons: Readonly<Record<PlainAct | AskedAct, IconName>> = {
  submit: 'check',
  withdraw: 'restore',
  approve: 'check',
  reject: 'error',
  start: 'play',
  pause: 'clock',
  resume: 'play',
  stop: 'stop',
  nextWave: 'larger',
  retry: 'refresh',
  exclude: 'filter',
  setRate: 'gauge',
  extend: 'calendar',
  rollBack: 'restore',
}

/** What may be done with a plan as it stands. */
export function PlanMenu({ plan, asking, practising, watch }: PlanMenuProps) {
  const carryOut = usePlanActs()
  const act = useAction(plans)
  const batch = useBatch(plans)
  const { id, name } = plan
  return (
    <MoreMenu label={t('plan.actionsOf', { name })}>
      {watch && (
        <ActionItem code={plans.progress.permission} icon="eye" onClick={() => watch(plan)}>
          {t('plan.watch')}
        </ActionItem>
      )}
      <ResultsItem plan={plan} />
      {(mayPractise(plan) || plan.practice) && (
        <ActionItem
          code={planPractices.last.permission}
          icon="gauge"
          onClick={() => practising.open(plan)}
        >
          {t('practice.open')}
        </ActionItem>
      )}
      {plainActs
        .filter((one) => mayDo(plan, one))
        .map((one) => (
          <ActionItem
            key={one}
            code={plans[one].permission}
            icon={icons[one]}
            isDangerous={one === 'rollBack'}
            onClick={() => void carryOut(plan, one)}
          >
            {t(`plan.${one}`)}
          </ActionItem>
        ))}
      {askedActs
        .filter((one) => mayDo(plan, one))
        .map((one) => (
          <ActionItem
            key={one}
            code={plans[one].permission}
            icon={icons[one]}
            isDangerous={one === 'stop'}
            onClick={() => asking.open({ id, plan, act: one })}
          >
            {t(`plan.${one}`)}
          </ActionItem>
        ))}
      <ActionItem
        code={plans.clone.permission}
        icon="plus"
        onClick={() =>
          void act(plans.clone, { params: { id } }, () => t('plan.done.clone', { name }))
        }
      >
        {t('plan.clone')}
      </ActionItem>
      <ActionItem
        code={plans.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}

/** What became of its terminals, one by one; there is nothing of that before it has begun. */
function ResultsItem({ plan: { id, startedAt } }: Pick<PlanMenuProps, 'plan'>) {
  const address = useResultsAddress()(id)
  if (startedAt === null || address === null) return null
  return (
    <ActionItem
      code={upgradeResults.page.permission}
      icon="larger"
      onClick={() => navigate(address)}
    >
      {t('plan.results')}
    </ActionItem>
  )
}
