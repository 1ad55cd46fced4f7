import type { Device, TextKey } from '@muster/contract'

export const lifecycleTexts: Readonly<Record<Device['lifecycle'], TextKey>> = {
  UNCLAIMED: 'device.lifecycle.UNCLAIMED',
  STOCK: 'device.lifecycle.STOCK',
  ASSIGNED: 'device.lifecycle.ASSIGNED',
  ACTIVE: 'device.lifecycle.ACTIVE',
  SUSPENDED: 'device.lifecycle.SUSPENDED',
  REPAIR: 'device.lifecycle.REPAIR',
  LOST: 'device.lifecycle.LOST',
  REPLACED: 'device.lifecycle.REPLACED',
  SCRAPPED: 'device.lifecycle.SCRAPPED',
}

export const presenceTexts: Readonly<Record<Device['presence'], TextKey>> = {
  ONLINE: 'device.presence.ONLINE',
  OFFLINE: 'device.presence.OFFLINE',
  NEVER: 'device.presence.NEVER',
}

export const lockTexts: Readonly<Record<Device['lockState'], TextKey>> = {
  NONE: 'device.lock.NONE',
  LOCKING: 'device.lock.LOCKING',
  LOCKED: 'device.lock.LOCKED',
  UNLOCKING: 'device.lock.UNLOCKING',
}

/** The tabs of a terminal's page, as addresses name them. */
export type DeviceTab =
  | 'overview'
  | 'hardware'
  | 'accessories'
  | 'keys'
  | 'alarms'
  | 'apps'
  | 'parameters'
  | 'tasks'
  | 'connectivity'
  | 'functions'
  | 'location'
  | 'log'
  | 'history'

/** The page of one terminal; `tab` opens it at one of its tabs. */
export const devicePath = (id: string, tab?: DeviceTab): string =>
  `/device/detail/${id}${tab ? `?tab=${tab}` : ''}`

/** Hours that a terminal has been away for, as a list is filtered by them. */
export const offlineTexts: Readonly<Record<string, TextKey>> = {
  '24': 'device.offlineFor.day',
  '72': 'device.offlineFor.threeDays',
  '168': 'device.offlineFor.week',
  '720': 'device.offlineFor.month',
}

/** Whether a warranty or the support of a model is over, or is so soon. */
export const endTexts = { ended: 'device.end.ended', ending: 'device.end.ending' } as const

export const fenceTexts = {
  IN: 'device.fence.IN',
  OUT: 'device.fence.OUT',
  UNKNOWN: 'device.fence.UNKNOWN',
} as const

export const networkTexts: Readonly<Record<string, TextKey>> = {
  '2G': 'group.network.2G',
  '3G': 'group.network.3G',
  '4G': 'group.network.4G',
  '5G': 'group.network.5G',
  WIFI: 'group.network.WIFI',
  ETHERNET: 'group.network.ETHERNET',
}
