import type { ParamStand, SecurityState, TextKey } from '@muster/contract'

export const securityTexts: Readonly<Record<SecurityState, TextKey>> = {
  TAMPERED: 'device.security.TAMPERED',
  ROOTED: 'device.security.ROOTED',
  CLONE_SUSPECT: 'device.security.CLONE_SUSPECT',
  OK: 'device.security.OK',
}

export const paramStandTexts: Readonly<Record<ParamStand, TextKey>> = {
  IN_SYNC: 'device.paramStand.IN_SYNC',
  BEHIND: 'device.paramStand.BEHIND',
  DRIFT: 'device.paramStand.DRIFT',
}
