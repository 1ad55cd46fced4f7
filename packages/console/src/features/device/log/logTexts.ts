import {
  codesOfLog,
  type DeviceLogEntry,
  type DeviceLogCode,
  type DeviceLogKind,
  deviceLogKinds,
  type DeviceLogRef,
  type DeviceLogSource,
  type TextKey,
} from '@muster/contract'

/** One text a name, all under one key. */
const named = <N extends string, P extends string>(names: readonly N[], prefix: P) =>
  Object.fromEntries(names.map((name) => [name, `${prefix}.${name}`])) as Record<N, `${P}.${N}`>

export const kindTexts: Readonly<Record<DeviceLogKind, TextKey>> = named(
  deviceLogKinds,
  'deviceLog.kind',
)

const codes: readonly DeviceLogCode[] = Object.values(codesOfLog).flat()
export const codeTexts: Readonly<Record<DeviceLogCode, TextKey>> = named(codes, 'deviceLog.code')

export const sourceTexts: Readonly<Record<DeviceLogSource, TextKey>> = {
  DEVICE: 'deviceLog.source.DEVICE',
  PLATFORM: 'deviceLog.source.PLATFORM',
  USER: 'deviceLog.source.USER',
}

export const refTexts: Readonly<Record<DeviceLogRef, TextKey>> = {
  TASK: 'deviceLog.ref.TASK',
  ALARM: 'deviceLog.ref.ALARM',
  REPAIR: 'deviceLog.ref.REPAIR',
  DEVICE: 'deviceLog.ref.DEVICE',
}

/** How a kind is told apart at a glance. */
export function toneOf({ kind, code, severity }: DeviceLogEntry) {
  if (code === 'ALARM_RAISED' || kind === 'SECURITY')
    return severity === 'LOW' ? ('waiting' as const) : ('bad' as const)
  if (kind === 'LOST' || kind === 'CONTACT' || kind === 'REMOVED') return 'waiting' as const
  if (code === 'ACTIVATED' || code === 'ALARM_CLOSED' || code === 'PARAM_APPLIED')
    return 'good' as const
  return 'neutral' as const
}
