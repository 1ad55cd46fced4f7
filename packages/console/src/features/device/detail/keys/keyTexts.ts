import type { KeyState, KeyType, TextKey } from '@muster/contract'
import type { ComponentProps } from 'react'
import type { StatusBadge } from '../../../../kit/page/values.tsx'

export const keyTypeTexts: Readonly<Record<KeyType, TextKey>> = {
  DUKPT_PIN: 'device.key.DUKPT_PIN',
  DUKPT_DATA: 'device.key.DUKPT_DATA',
  DUKPT_MAC: 'device.key.DUKPT_MAC',
  MASTER_SESSION: 'device.key.MASTER_SESSION',
  TMK: 'device.key.TMK',
  TPK: 'device.key.TPK',
  TAK: 'device.key.TAK',
  TDK: 'device.key.TDK',
  KBPK: 'device.key.KBPK',
  TR34: 'device.key.TR34',
  RSA: 'device.key.RSA',
  OTHER: 'device.key.OTHER',
}

export const keyStateTexts: Readonly<Record<KeyState, TextKey>> = {
  OK: 'device.keyState.OK',
  MISSING: 'device.keyState.MISSING',
  EXPIRED: 'device.keyState.EXPIRED',
}

export const keyStateTones: Readonly<Record<KeyState, ComponentProps<typeof StatusBadge>['tone']>> =
  { OK: 'good', MISSING: 'bad', EXPIRED: 'bad' }
