/** What a client may be told. */
export const clientEventNames = [
  'device.online',
  'device.offline',
  'device.created',
  'device.updated',
  /** The life cycle moved, e.g. ASSIGNED became ACTIVE. */
  'device.state',
  'device.removed',
  'device.restored',
  /** An alarm began, began again, was acknowledged or ended. */
  'device.alarm',
  /** With its outcome, whichever it was. */
  'command.finished',
  /** Too many failed sign-ins. */
  'user.locked',
] as const
export type ClientEvent = (typeof clientEventNames)[number]

/** The right that a client must hold to be told. */
export const clientEvents: Readonly<Record<ClientEvent, string>> = {
  'device.online': 'DEVICE_LIST',
  'device.offline': 'DEVICE_LIST',
  'device.created': 'DEVICE_LIST',
  'device.updated': 'DEVICE_LIST',
  'device.state': 'DEVICE_LIST',
  'device.removed': 'DEVICE_LIST',
  'device.restored': 'DEVICE_LIST',
  'device.alarm': 'ALARM_LIST',
  'command.finished': 'DEVICE_DETAIL',
  'user.locked': 'USER_LIST',
}

/** What a test delivery is called. */
export const testEvent = 'test'
