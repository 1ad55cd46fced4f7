import {
  type Apn,
  type FunctionalLevel,
  type FunctionalName,
  type FunctionalSettings,
  functionalNames,
  type TextKey,
  type Wifi,
} from '@muster/contract'

/** Passwords by what they are of: `wifi:<name>`, `apn:<name>`. */
export type Passwords = Readonly<Record<string, string>>

export interface Target {
  readonly level: FunctionalLevel
  readonly orgId: string | null
  readonly modelId: string | null
  readonly groupId: string | null
  readonly deviceId: string | null
}

interface Fault {
  readonly field: string
  readonly says: TextKey
}

type Named = 'orgId' | 'modelId' | 'groupId' | 'deviceId'

const named: Readonly<Record<FunctionalLevel, readonly Named[]>> = {
  PLATFORM: [],
  ORGANIZATION: ['orgId'],
  MODEL: ['orgId', 'modelId'],
  // The organisation of these is known.
  GROUP: ['groupId'],
  DEVICE: ['deviceId'],
}

/** What a level needs and is not there; null: nothing. */
export function faultOfTarget(target: Target): Fault | null {
  const missing = named[target.level].find((field) => target[field] === null)
  return missing ? { field: missing, says: 'rule.required' } : null
}

/** A target with nothing but what its level names. */
export function targetOf({ level, ...given }: Target): Target {
  const kept = named[level]
  const of = (field: Named) => (kept.includes(field) ? given[field] : null)
  return {
    level,
    orgId: of('orgId'),
    modelId: of('modelId'),
    groupId: of('groupId'),
    deviceId: of('deviceId'),
  }
}

/** What the settings say against each other; null: nothing. */
export function faultOfSettings(settings: FunctionalSettings): Fault | null {
  const { maintenance, rebootAt, rebootWithinMinutes, wifi, apns } = settings
  const { kioskApps, wifiBlocked } = settings
  if (maintenance && maintenance.from === maintenance.until)
    return { field: 'maintenance', says: 'organization.config.emptyWindow' }
  if (rebootWithinMinutes !== null && rebootAt === null)
    return { field: 'rebootAt', says: 'rule.required' }
  if (isTwice(wifi?.map(({ ssid }) => ssid))) return { field: 'wifi', says: 'functional.twice' }
  if (isTwice(apns?.map(({ apn }) => apn))) return { field: 'apns', says: 'functional.twice' }
  if (isTwice(kioskApps ?? [])) return { field: 'kioskApps', says: 'functional.twice' }
  if (isTwice(wifiBlocked ?? [])) return { field: 'wifiBlocked', says: 'functional.twice' }
  if (wifi?.some(({ ssid }) => wifiBlocked?.includes(ssid)))
    return { field: 'wifiBlocked', says: 'functional.blockedOwn' }
  if (wifi?.some((one) => one.security !== 'OPEN' && !one.password && !one.hasPassword))
    return { field: 'wifi', says: 'functional.passwordMissing' }
  if (wifi?.some(({ password }) => password !== null && password.length < 8))
    return { field: 'wifi', says: 'functional.passwordShort' }
  return null
}

const isTwice = (names: readonly string[] = []): boolean => new Set(names).size < names.length

const isSet = (value: unknown): boolean => value !== null && value !== undefined

/** What a profile says, without passwords: only what is set. */
export function settingsOf(values: FunctionalSettings): Partial<FunctionalSettings> {
  const plain = {
    ...values,
    wifi: values.wifi?.map((one) => ({ ...one, ...withoutPassword(one) })) ?? null,
    apns: values.apns?.map((one) => ({ ...one, ...withoutPassword(one) })) ?? null,
  }
  return Object.fromEntries(
    functionalNames().flatMap((name) => (isSet(plain[name]) ? [[name, plain[name]]] : [])),
  )
}

const withoutPassword = ({ password, hasPassword }: Wifi | Apn) => ({
  password: null,
  hasPassword: password !== null || hasPassword,
})

/** The passwords of a profile: those that were typed, and of the others what was kept. */
export function passwordsOf({ wifi, apns }: FunctionalSettings, kept: Passwords): Passwords {
  const each = [
    ...(wifi ?? [])
      .filter(({ security }) => security !== 'OPEN')
      .map((one) => [`wifi:${one.ssid}`, one.password] as const),
    ...(apns ?? []).map((one) => [`apn:${one.apn}`, one.password] as const),
  ]
  return Object.fromEntries(
    each.flatMap(([name, typed]) => {
      const password = typed ?? kept[name]
      return password === undefined ? [] : [[name, password]]
    }),
  )
}

/** Whether the same passwords are kept: then they need not be sealed anew. */
export const isSame = (one: Passwords, other: Passwords): boolean =>
  canonical(one) === canonical(other)

/** The settings in which two profiles differ. */
export const differing = (
  one: Partial<FunctionalSettings>,
  other: Partial<FunctionalSettings>,
): FunctionalName[] =>
  functionalNames().filter((name) => canonical(one[name]) !== canonical(other[name]))

/** The same text of the same value, in whatever order its members are kept. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
