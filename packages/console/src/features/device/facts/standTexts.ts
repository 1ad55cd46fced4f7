import type { ParamStand, ProfileStand, SecurityState, TextKey } from '@muster/contract'

export const securityTexts: Readonly<Record<SecurityState, TextKey>> = {
  TAMPERED: 'device.security.TAMPERED',
  ROOTED: 'device.security.ROOTED',
  KEY_MISSING: 'device.security.KEY_MISSING',
  CLONE_SUSPECT: 'device.security.CLONE_SUSPECT',
  OK: 'device.security.OK',
}

export const paramStandTexts: Readonly<Record<ParamStand, TextKey>> = {
  IN_SYNC: 'device.paramStand.IN_SYNC',
  BEHIND: 'device.paramStand.BEHIND',
  DRIFT: 'device.paramStand.DRIFT',
}

/** How terminals stand to a functional profile. */
export const standTexts: Readonly<Record<ProfileStand, TextKey>> = {
  HELD: 'functional.stand.HELD',
  BEHIND: 'functional.stand.BEHIND',
  SILENT: 'functional.stand.SILENT',
  REFUSED: 'functional.stand.REFUSED',
}

/** What each of {@link standTexts} means. */
export const standHints: Readonly<Record<ProfileStand, TextKey>> = {
  HELD: 'functional.standHint.HELD',
  BEHIND: 'functional.standHint.BEHIND',
  SILENT: 'functional.standHint.SILENT',
  REFUSED: 'functional.standHint.REFUSED',
}
