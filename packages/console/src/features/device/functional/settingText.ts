import type { FunctionalName, FunctionalSettings } from '@muster/contract'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Limits of which 0 means: not at all. */
const limits: ReadonlySet<FunctionalName> = new Set([
  'alarmBattery',
  'alarmStorageMb',
  'alarmClockSeconds',
  'locationMinutes',
])

/** A setting in words; nothing where it is not set. */
export function settingText(settings: Partial<FunctionalSettings>, name: FunctionalName): string {
  const value = settings[name]
  if (value === null || value === undefined) return nothing
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  if (typeof value === 'number')
    return value === 0 && limits.has(name) ? t('functional.off') : formatNumber(value)
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return t('organization.config.windowOf', value)
  return value.map((one) => ('ssid' in one ? one.ssid : one.apn)).join(', ') || nothing
}

/** What is written left to right in every language. */
export const isCode = (name: FunctionalName): boolean =>
  ['launcher', 'language', 'rebootAt', 'wifi', 'apns'].includes(name)
