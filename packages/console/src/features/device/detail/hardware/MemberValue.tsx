import type { TextKey } from '@muster/contract'
import {
  formatBytes,
  formatDateTimeSeconds,
  formatNumber,
  formatPercent,
  nothing,
} from '../../../../platform/format.ts'
import { Ltr, StatusBadge } from '../../../../kit/page/values.tsx'
import { locale, t } from '../../../../platform/texts.ts'
import type { Member } from './reportGroups.ts'

/** The words of members that have their own. */
const valueTexts: ReadonlyMap<string, TextKey> = new Map([
  ['printer.NONE', 'device.printer.NONE'],
  ['printer.OK', 'device.printer.OK'],
  ['printer.NO_PAPER', 'device.printer.NO_PAPER'],
  ['printer.ERROR', 'device.printer.ERROR'],
  ['fence.IN', 'device.fence.IN'],
  ['fence.OUT', 'device.fence.OUT'],
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
  if (typeof value === 'string') {
    const key = valueTexts.get(`${name}.${value}`)
    return key ? t(key) : <Ltr>{value}</Ltr>
  }
  if (name === 'sims' && Array.isArray(value)) return <Ltr>{value.map(simText).join(', ')}</Ltr>
  return <Ltr>{membersOf(value).join(', ')}</Ltr>
}

/** A SIM card by its number, with whose it is where that is told. */
function simText(sim: unknown): string {
  const told: Readonly<Record<string, unknown>> =
    typeof sim === 'object' && sim !== null ? { ...sim } : {}
  const { iccid, operator } = told
  const number = typeof iccid === 'string' ? iccid : nothing
  return typeof operator === 'string' ? `${number} (${operator})` : number
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

/** What a list has, or a document by its names. */
function membersOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return [plain(value)]
  return Object.entries(value).map(([name, held]) => `${name} ${plain(held)}`)
}

/** A value within a value; a document within it is told by its names, not as a machine writes it. */
function plain(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return nothing
  const held = Array.isArray(value)
    ? value.map(plain)
    : Object.entries(value).map(([name, one]) => `${name} ${plain(one)}`)
  return `(${held.join(', ')})`
}
