import type { TextKey } from '@muster/contract'
import {
  formatBytes,
  formatDateTimeSeconds,
  formatNumber,
  formatPercent,
} from '../../../../platform/format.ts'
import { Ltr, StatusBadge } from '../../../../kit/page/values.tsx'
import { locale, t } from '../../../../platform/texts.ts'
import type { Member } from './reportGroups.ts'

const printerTexts: ReadonlyMap<unknown, TextKey> = new Map([
  ['NONE', 'device.printer.NONE'],
  ['OK', 'device.printer.OK'],
  ['NO_PAPER', 'device.printer.NO_PAPER'],
  ['ERROR', 'device.printer.ERROR'],
])

const alarming: readonly string[] = ['isRooted', 'isTampered']
const megabyte = 1_048_576
/** Five decimals of a degree are a metre. */
const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 5 })

/** The value of a member of a report, as a reader wants it. */
export function MemberValue({ name, value }: Pick<Member, 'name' | 'value'>) {
  if (typeof value === 'boolean') {
    const isBad = value && alarming.includes(name)
    const word = t(value ? 'kit.yes' : 'kit.no')
    return isBad ? <StatusBadge tone="bad">{word}</StatusBadge> : word
  }
  if (typeof value === 'number') return numberOf(name, value)
  if (name === 'printer') {
    const key = printerTexts.get(value)
    if (key) return t(key)
  }
  if (typeof value === 'string') return <Ltr>{value}</Ltr>
  return <Ltr>{Array.isArray(value) ? value.map(plain).join(', ') : plain(value)}</Ltr>
}

function numberOf(name: string, value: number): string {
  if (name.endsWith('Mb')) return formatBytes(value * megabyte)
  if (name.endsWith('Percent')) return formatPercent(value / 100)
  if (name === 'at') return formatDateTimeSeconds(value)
  if (name === 'skewSeconds') return skewText(value)
  if (name === 'acc') return t('device.metres', { count: Math.round(value) })
  if (name === 'lat' || name === 'lng') return degrees.format(value)
  return formatNumber(value)
}

function skewText(seconds: number): string {
  if (seconds === 0) return t('device.clock.right')
  const count = Math.abs(seconds)
  return t(seconds > 0 ? 'device.clock.ahead' : 'device.clock.behind', { count })
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
