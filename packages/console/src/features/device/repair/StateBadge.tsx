import type { Repair } from '@muster/contract'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { stateTexts, tones } from './repairTexts.ts'

/** How far a repair has come. */
export function StateBadge({ state }: Pick<Repair, 'state'>) {
  return <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>
}
