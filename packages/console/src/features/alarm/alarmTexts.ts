import {
  type AlarmKind,
  alarmKinds,
  type AlarmState,
  type Severity,
  type TextKey,
} from '@muster/contract'
import { t } from '../../platform/texts.ts'

export const kindTexts: Readonly<Record<AlarmKind, TextKey>> = {
  OFFLINE: 'alarm.kind.OFFLINE',
  BATTERY: 'alarm.kind.BATTERY',
  STORAGE: 'alarm.kind.STORAGE',
  PAPER: 'alarm.kind.PAPER',
  TAMPER: 'alarm.kind.TAMPER',
  ROOT: 'alarm.kind.ROOT',
  SIM_CHANGED: 'alarm.kind.SIM_CHANGED',
  CLOCK_SKEW: 'alarm.kind.CLOCK_SKEW',
  FENCE: 'alarm.kind.FENCE',
  CLONE_SUSPECT: 'alarm.kind.CLONE_SUSPECT',
  UNAUTHORISED_CONTACT: 'alarm.kind.UNAUTHORISED_CONTACT',
  LOST_CONTACT: 'alarm.kind.LOST_CONTACT',
  CAPABILITY_MISMATCH: 'alarm.kind.CAPABILITY_MISMATCH',
  WARRANTY: 'alarm.kind.WARRANTY',
  SUPPORT_END: 'alarm.kind.SUPPORT_END',
  APPROVAL_END: 'alarm.kind.APPROVAL_END',
  KEY_MISSING: 'alarm.kind.KEY_MISSING',
  KEY_END: 'alarm.kind.KEY_END',
  RECALLED: 'alarm.kind.RECALLED',
  PARAM_RULE: 'alarm.kind.PARAM_RULE',
  PARAM_ENDING: 'alarm.kind.PARAM_ENDING',
  APP_CRASHED: 'alarm.kind.APP_CRASHED',
}

export const severityTexts: Readonly<Record<Severity, TextKey>> = {
  LOW: 'alarm.severity.LOW',
  MEDIUM: 'alarm.severity.MEDIUM',
  HIGH: 'alarm.severity.HIGH',
  CRITICAL: 'alarm.severity.CRITICAL',
}

export const stateTexts: Readonly<Record<AlarmState, TextKey>> = {
  OPEN: 'alarm.state.OPEN',
  ACK: 'alarm.state.ACK',
  CLOSED: 'alarm.state.CLOSED',
}

/** Whether those that are muted are shown. */
export const mutedTexts = {
  1: 'alarm.muted.1',
  ALL: 'alarm.muted.ALL',
} as const satisfies Record<string, TextKey>

export const causeTexts = {
  ENDED: 'alarm.cause.ENDED',
  LIFECYCLE: 'alarm.cause.LIFECYCLE',
  RULE: 'alarm.cause.RULE',
  HAND: 'alarm.cause.HAND',
} as const satisfies Record<string, TextKey>

/** What an alarm is about; a kind that this version does not know says its code. */
export function alarmKindText(kind: string): string {
  const known = alarmKinds.find((one) => one === kind)
  return known ? t(kindTexts[known]) : kind
}
