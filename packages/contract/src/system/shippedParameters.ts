/** A parameter that Muster itself reads. */
export interface ShippedParameter {
  readonly group: 'device' | 'task' | 'file' | 'record' | 'log' | 'access' | 'notice'
  readonly type: 'int' | 'bool'
  readonly value: number | boolean
  readonly min?: number
  readonly max?: number
}

type Group = ShippedParameter['group']

const whole = (group: Group, value: number, [min, max]: readonly [number, number]) =>
  ({ group, type: 'int', value, min, max }) as const

/** What can be steered, with the value that holds until an administrator sets another. */
export const shippedParameters = {
  'device.heartbeat.seconds': whole('device', 120, [5, 3600]),
  'device.offline.multiplier': whole('device', 3, [2, 20]),
  'device.offline.alarm.minutes': whole('device', 1440, [5, 100_000]),
  /** What share of its time in service a terminal shall be online, as agreed; 0: nothing is. */
  'device.availability.permille': whole('device', 0, [0, 1000]),
  'device.claim.auto': { group: 'device', type: 'bool', value: false },
  'device.location.keepDays': whole('device', 90, [1, 3650]),
  'device.location.moveMeters': whole('device', 200, [10, 100_000]),
  /** How many dynamic groups an organisation may have: each is judged for every terminal below it that changes. */
  'group.dynamic.organization': whole('device', 200, [1, 10_000]),
  'warranty.alarm.days': whole('device', 30, [1, 3650]),
  'repair.triage.hours': whole('device', 4, [1, 720]),
  'repair.depot.days': whole('device', 5, [1, 365]),
  'repair.back.days': whole('device', 3, [1, 365]),
  /** Whether an alarm that a terminal was tampered with opens a repair ticket. */
  'repair.tamper.open': { group: 'device', type: 'bool', value: false },
  'pts.alarm.days': whole('device', 180, [1, 3650]),
  'task.default.ttl.hours': whole('task', 168, [1, 8760]),
  'task.publish.ratePerMinute': whole('task', 600, [1, 100_000]),
  /** From so many terminals on a second person approves a push; 0: never. */
  'push.approval.items': whole('task', 0, [0, 1_000_000]),
  /** For so long what one person puts in force alone of parameters is counted together; 0: each by itself. */
  'param.approval.minutes': whole('task', 60, [0, 10_080]),
  'push.grace.seconds': whole('task', 60, [0, 3600]),
  'push.keepMonths': whole('task', 13, [2, 120]),
  'plan.approval.threshold': whole('task', 500, [1, 1_000_000]),
  'plan.default.timeout.hours': whole('task', 24, [1, 8760]),
  'plan.suspect.minutes': whole('task', 30, [1, 10_000]),
  'apk.maxMB': whole('file', 500, [1, 4096]),
  'firmware.maxMB': whole('file', 4096, [1, 65_536]),
  'upload.chunkMB': whole('file', 5, [1, 16]),
  'download.url.minutes': whole('file', 30, [1, 1440]),
  'download.slots.organization': whole('file', 500, [1, 100_000]),
  'download.slots.station': whole('file', 4, [1, 10_000]),
  'file.keepDays': whole('file', 7, [1, 3650]),
  'export.sync.maxRows': whole('record', 5000, [1, 100_000]),
  'import.maxRows': whole('record', 50_000, [1, 1_000_000]),
  'batch.sync.max': whole('record', 1000, [1, 10_000]),
  'recycle.keepDays': whole('record', 90, [1, 3650]),
  'log.action.keepMonths': whole('log', 13, [3, 120]),
  'log.mqtt.keepDays': whole('log', 15, [1, 3650]),
  'log.device.keepDays': whole('log', 180, [1, 3650]),
  'log.trace.keepDays': whole('log', 30, [1, 3650]),
  'log.life.keepDays': whole('log', 400, [90, 3650]),
  'log.param.keepDays': whole('log', 730, [30, 3650]),
  'mail.code.minutes': whole('access', 10, [1, 60]),
  'login.captcha.afterFails': whole('access', 3, [0, 10]),
  'session.idle.minutes': whole('access', 15, [5, 240]),
  'session.proof.minutes': whole('access', 10, [0, 10]),
  'client.rate.per10min': whole('access', 3000, [1, 1_000_000]),
  'client.badauth.per30min': whole('access', 20, [1, 10_000]),
  'client.webhook.failDays': whole('access', 7, [1, 90]),
  'token.maxDays': whole('access', 365, [0, 365]),
  'notice.keepDays': whole('notice', 90, [1, 3650]),
} as const satisfies Readonly<Record<string, ShippedParameter>>

export type ParameterKey = keyof typeof shippedParameters

/** What is shipped for features that are still to come: a change of these has no effect yet. */
export const unusedParameters: readonly ParameterKey[] = []

/** The keys that are on or off; all others are whole numbers. */
export type FlagKey = {
  [K in ParameterKey]: (typeof shippedParameters)[K]['type'] extends 'bool' ? K : never
}[ParameterKey]
