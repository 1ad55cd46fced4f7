import type {
  DeviceLogCode,
  DeviceLogEntry,
  DeviceLogKind,
  DeviceLogRef,
  DeviceLogSource,
  TextKey,
} from '@muster/contract'

export const kindTexts: Readonly<Record<DeviceLogKind, TextKey>> = {
  CREATED: 'deviceLog.kind.CREATED',
  IMPORTED: 'deviceLog.kind.IMPORTED',
  ACTIVATED: 'deviceLog.kind.ACTIVATED',
  MOVED: 'deviceLog.kind.MOVED',
  SUSPENDED: 'deviceLog.kind.SUSPENDED',
  LOCKED: 'deviceLog.kind.LOCKED',
  SWAPPED: 'deviceLog.kind.SWAPPED',
  REPAIRED: 'deviceLog.kind.REPAIRED',
  LOST: 'deviceLog.kind.LOST',
  REMOVED: 'deviceLog.kind.REMOVED',
  SIM: 'deviceLog.kind.SIM',
  APP: 'deviceLog.kind.APP',
  PARAM: 'deviceLog.kind.PARAM',
  FIRMWARE: 'deviceLog.kind.FIRMWARE',
  ALARM: 'deviceLog.kind.ALARM',
  FENCE: 'deviceLog.kind.FENCE',
  KEY: 'deviceLog.kind.KEY',
  CONTACT: 'deviceLog.kind.CONTACT',
  CONFIG: 'deviceLog.kind.CONFIG',
  SECURITY: 'deviceLog.kind.SECURITY',
  CONDITION: 'deviceLog.kind.CONDITION',
}

export const codeTexts: Readonly<Record<DeviceLogCode, TextKey>> = {
  CREATED: 'deviceLog.code.CREATED',
  CLAIMED: 'deviceLog.code.CLAIMED',
  IMPORTED: 'deviceLog.code.IMPORTED',
  ACTIVATED: 'deviceLog.code.ACTIVATED',
  MOVED_IN: 'deviceLog.code.MOVED_IN',
  MOVED_OUT: 'deviceLog.code.MOVED_OUT',
  STATION_CHANGED: 'deviceLog.code.STATION_CHANGED',
  SUSPEND: 'deviceLog.code.SUSPEND',
  RESUME: 'deviceLog.code.RESUME',
  DISABLED: 'deviceLog.code.DISABLED',
  ENABLED: 'deviceLog.code.ENABLED',
  LOCKED: 'deviceLog.code.LOCKED',
  UNLOCKED: 'deviceLog.code.UNLOCKED',
  SWAP: 'deviceLog.code.SWAP',
  SUCCEED: 'deviceLog.code.SUCCEED',
  REPAIR: 'deviceLog.code.REPAIR',
  RETURN: 'deviceLog.code.RETURN',
  REPAIR_MOVED: 'deviceLog.code.REPAIR_MOVED',
  LOSE: 'deviceLog.code.LOSE',
  FIND: 'deviceLog.code.FIND',
  SCRAP: 'deviceLog.code.SCRAP',
  REMOVED: 'deviceLog.code.REMOVED',
  RESTORED: 'deviceLog.code.RESTORED',
  DESTROYED: 'deviceLog.code.DESTROYED',
  WIPED: 'deviceLog.code.WIPED',
  SIM_CHANGED: 'deviceLog.code.SIM_CHANGED',
  APP_INSTALLED: 'deviceLog.code.APP_INSTALLED',
  APP_UPDATED: 'deviceLog.code.APP_UPDATED',
  APP_DOWNGRADED: 'deviceLog.code.APP_DOWNGRADED',
  APP_REMOVED: 'deviceLog.code.APP_REMOVED',
  APP_CRASHED: 'deviceLog.code.APP_CRASHED',
  PARAM_APPLIED: 'deviceLog.code.PARAM_APPLIED',
  PARAM_DRIFTED: 'deviceLog.code.PARAM_DRIFTED',
  FIRMWARE_CHANGED: 'deviceLog.code.FIRMWARE_CHANGED',
  AGENT_CHANGED: 'deviceLog.code.AGENT_CHANGED',
  ALARM_RAISED: 'deviceLog.code.ALARM_RAISED',
  ALARM_CLOSED: 'deviceLog.code.ALARM_CLOSED',
  FENCE_LEFT: 'deviceLog.code.FENCE_LEFT',
  FENCE_ENTERED: 'deviceLog.code.FENCE_ENTERED',
  KEYS_LOADED: 'deviceLog.code.KEYS_LOADED',
  CERTIFICATE_RENEWED: 'deviceLog.code.CERTIFICATE_RENEWED',
  LOST_CONTACT: 'deviceLog.code.LOST_CONTACT',
  UNAUTHORISED_CONTACT: 'deviceLog.code.UNAUTHORISED_CONTACT',
  TID_CHANGED: 'deviceLog.code.TID_CHANGED',
  SETTING_DONE: 'deviceLog.code.SETTING_DONE',
  CAPABILITY_MISMATCH: 'deviceLog.code.CAPABILITY_MISMATCH',
  TAMPERED: 'deviceLog.code.TAMPERED',
  ROOTED: 'deviceLog.code.ROOTED',
  CLONE_SUSPECTED: 'deviceLog.code.CLONE_SUSPECTED',
  BATTERY_LOW: 'deviceLog.code.BATTERY_LOW',
  STORAGE_LOW: 'deviceLog.code.STORAGE_LOW',
  PAPER_OUT: 'deviceLog.code.PAPER_OUT',
  PRINTER_ERROR: 'deviceLog.code.PRINTER_ERROR',
  CLOCK_SKEWED: 'deviceLog.code.CLOCK_SKEWED',
  TROUBLE_TOLD: 'deviceLog.code.TROUBLE_TOLD',
  ACCESSORY_JOINED: 'deviceLog.code.ACCESSORY_JOINED',
  ACCESSORY_LEFT: 'deviceLog.code.ACCESSORY_LEFT',
  ACCESSORY_CHANGED: 'deviceLog.code.ACCESSORY_CHANGED',
  KEY_INJECTED: 'deviceLog.code.KEY_INJECTED',
  KEY_CHANGED: 'deviceLog.code.KEY_CHANGED',
  KEY_MISSING: 'deviceLog.code.KEY_MISSING',
  KEY_EXPIRED: 'deviceLog.code.KEY_EXPIRED',
  KEY_REMOVED: 'deviceLog.code.KEY_REMOVED',
}

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
