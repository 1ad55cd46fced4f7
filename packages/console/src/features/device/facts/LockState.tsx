import type { Device } from '@muster/contract'
import type { ComponentProps } from 'react'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { lockTexts } from './deviceTexts.ts'

type Tone = ComponentProps<typeof StatusBadge>['tone']

const tones: Readonly<Record<Device['lockState'], Tone>> = {
  NONE: 'neutral',
  LOCKING: 'waiting',
  LOCKED: 'bad',
  UNLOCKING: 'waiting',
}

/** Whether a terminal is locked, or about to be. */
export function LockState({ lockState }: Pick<Device, 'lockState'>) {
  if (lockState === 'NONE') return nothing
  return <StatusBadge tone={tones[lockState]}>{t(lockTexts[lockState])}</StatusBadge>
}
