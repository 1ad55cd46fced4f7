import type { ParamChange, TextKey } from '@muster/contract'

export const causeTexts: Readonly<Record<ParamChange['cause'], TextKey>> = {
  ACTIVATED: 'paramLog.cause.ACTIVATED',
  REVOKED: 'paramLog.cause.REVOKED',
  STARTED: 'paramLog.cause.STARTED',
  ENDED: 'paramLog.cause.ENDED',
  IMPORTED: 'paramLog.cause.IMPORTED',
  TEMPLATE: 'paramLog.cause.TEMPLATE',
  DICTIONARY: 'paramLog.cause.DICTIONARY',
}
