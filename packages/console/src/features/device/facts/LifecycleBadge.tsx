import type { Device } from '@muster/contract'
import type { ComponentProps } from 'react'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { lifecycleTexts } from './deviceTexts.ts'

type Tone = ComponentProps<typeof StatusBadge>['tone']

const tones: Readonly<Record<Device['lifecycle'], Tone>> = {
  UNCLAIMED: 'waiting',
  STOCK: 'neutral',
  ASSIGNED: 'waiting',
  ACTIVE: 'good',
  SUSPENDED: 'waiting',
  REPAIR: 'waiting',
  LOST: 'bad',
  REPLACED: 'neutral',
  SCRAPPED: 'neutral',
}

/** Where a terminal stands in its life. */
export function LifecycleBadge({ lifecycle }: Pick<Device, 'lifecycle'>) {
  return <StatusBadge tone={tones[lifecycle]}>{t(lifecycleTexts[lifecycle])}</StatusBadge>
}
