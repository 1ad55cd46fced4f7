import {
  alarmKinds,
  type AlarmKind,
  type AlarmState,
  severities,
  type Severity,
  type TextKey,
} from '@muster/contract'

const keyed = <K extends string>(keys: readonly K[], prefix: string) =>
  // Each of them is a text; `texts.test.ts` on the server finds one that is missing.
  Object.fromEntries(keys.map((key) => [key, `${prefix}.${key}`])) as Record<K, TextKey>

export const kindTexts: Readonly<Record<AlarmKind, TextKey>> = keyed(alarmKinds, 'alarm.kind')
export const severityTexts: Readonly<Record<Severity, TextKey>> = keyed(
  severities,
  'alarm.severity',
)

export const stateTexts: Readonly<Record<AlarmState, TextKey>> = {
  OPEN: 'alarm.state.OPEN',
  ACK: 'alarm.state.ACK',
  CLOSED: 'alarm.state.CLOSED',
}

export const causeTexts = {
  ENDED: 'alarm.cause.ENDED',
  LIFECYCLE: 'alarm.cause.LIFECYCLE',
  RULE: 'alarm.cause.RULE',
  HAND: 'alarm.cause.HAND',
} as const satisfies Record<string, TextKey>
