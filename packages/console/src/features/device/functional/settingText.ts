import type { Apn, FunctionalName, FunctionalSettings, TextKey, Wifi } from '@muster/contract'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { choiceTexts } from './functionalTexts.ts'

/** Limits of which 0 means: not at all. */
const limits: ReadonlySet<FunctionalName> = new Set([
  'alarmBattery',
  'alarmStorageMb',
  'alarmClockSeconds',
  'locationMinutes',
  'usageMinutes',
])

/** Limits of which 0 means: none. */
const open: ReadonlySet<FunctionalName> = new Set(['downloadKbps', 'downloadMeteredMb'])

/** A setting in words; nothing where it is not set. */
export function settingText(settings: Partial<FunctionalSettings>, name: FunctionalName): string {
  const value = settings[name]
  if (value === null || value === undefined) return nothing
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  if (typeof value === 'number') return numberText(value, name)
  if (typeof value === 'string') return choiceText(value, name)
  if (!Array.isArray(value)) return t('organization.config.windowOf', value)
  return value.map(nameOf).join(', ') || nothing
}

function numberText(value: number, name: FunctionalName): string {
  if (value === 0 && limits.has(name)) return t('functional.off')
  return value === 0 && open.has(name) ? t('functional.unlimited') : formatNumber(value)
}

function choiceText(value: string, name: FunctionalName): string {
  const choices: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = choiceTexts
  const text = choices[name]?.[value]
  return text ? t(text) : value
}

const nameOf = (one: string | Wifi | Apn): string =>
  typeof one === 'string' ? one : 'ssid' in one ? one.ssid : one.apn

/** What is written left to right in every language. */
export const isCode = (name: FunctionalName): boolean =>
  ['launcher', 'language', 'rebootAt', 'wifi', 'apns', 'kioskApps', 'wifiBlocked'].includes(name)
