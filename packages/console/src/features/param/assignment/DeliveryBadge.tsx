import type { ParamDeliveryState, ParamWait } from '@muster/contract'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { deliveryTexts, deliveryTones, waitTexts } from './paramTexts.ts'

interface DeliveryBadgeProps {
  readonly state: ParamDeliveryState
  readonly waitsFor: ParamWait | null
}

/** How far a terminal is with its values; of what waits it says why, where that is known. */
export function DeliveryBadge({ state, waitsFor }: DeliveryBadgeProps) {
  return (
    <StatusBadge tone={deliveryTones[state]}>
      {t(waitsFor === null ? deliveryTexts[state] : waitTexts[waitsFor])}
    </StatusBadge>
  )
}
