import { type Plan, plans } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { askedActs } from './askedActs.ts'
import type { AskedPlan } from './PlanMenu.tsx'
import { mayDo, plainActs, usePlanActs } from './usePlanActs.ts'

interface PlanActsProps {
  readonly plan: Plan
  readonly asking: Dialog<AskedPlan>
}

/** What may be done with a plan as it stands, as buttons. */
export function PlanActs({ plan, asking }: PlanActsProps) {
  const carryOut = usePlanActs()
  return (
    <>
      {plainActs
        .filter((one) => mayDo(plan, one))
        .map((one) => (
          <Permitted key={one} to={plans[one].permission}>
            <Button
              size="xs"
              variant={one === 'rollBack' ? 'outline' : 'default'}
              {...(one === 'rollBack' && { color: 'red' })}
              onClick={() => void carryOut(plan, one)}
            >
              {t(`plan.${one}`)}
            </Button>
          </Permitted>
        ))}
      {askedActs
        .filter((one) => mayDo(plan, one))
        .map((one) => (
          <Permitted key={one} to={plans[one].permission}>
            <Button
              size="xs"
              variant={one === 'stop' ? 'outline' : 'default'}
              {...(one === 'stop' && { color: 'red' })}
              onClick={() => asking.open({ id: plan.id, plan, act: one })}
            >
              {t(`plan.${one}`)}
            </Button>
          </Permitted>
        ))}
    </>
  )
}
