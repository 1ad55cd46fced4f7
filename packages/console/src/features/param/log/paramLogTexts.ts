import type { ParamChange, TextKey } from '@muster/contract'

export const differingTexts = { 1: 'paramLog.differing.1' } as const

export const causeTexts: Readonly<Record<ParamChange['cause'], TextKey>> = {
  ACTIVATED: 'paramLog.cause.ACTIVATED',
  REVOKED: 'paramLog.cause.REVOKED',
  STARTED: 'paramLog.cause.STARTED',
  ENDED: 'paramLog.cause.ENDED',
  IMPORTED: 'paramLog.cause.IMPORTED',
  TEMPLATE: 'paramLog.cause.TEMPLATE',
  DICTIONARY: 'paramLog.cause.DICTIONARY',
}
