import { accessoryKinds, keyTypes, type TextKey } from '@muster/contract'
import {
  formatAll,
  formatBytes,
  formatDay,
  formatNumber,
  formatPercent,
} from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'

/** Members that every event has, and that other columns tell. */
const known: ReadonlySet<string> = new Set(['event', 'happenedAt', 'over', 'dedup'])

/** Keys of records say nothing to whoever reads them. */
const isKey = (name: string) => name.endsWith('Id')

const printerTexts: ReadonlyMap<unknown, TextKey> = new Map([
  ['NO_PAPER', 'device.printer.NO_PAPER'],
  ['ERROR', 'alarm.data.printerError'],
])
const megabyte = 1_048_576

/** What events of a printer say by their code alone. */
const printerEvents: ReadonlyMap<unknown, string> = new Map([
  ['PAPER_OUT', 'NO_PAPER'],
  ['PRINTER_ERROR', 'ERROR'],
])

/** What printers tell of what is wrong with them, and which part of a terminal was tampered with. */
const errorTexts: ReadonlyMap<unknown, TextKey> = new Map([['head open', 'alarm.data.headOpen']])
const accessoryTexts: ReadonlyMap<unknown, TextKey> = new Map(
  accessoryKinds.map((kind) => [kind, `device.accessory.${kind}` as const]),
)
const keyTypeTexts: ReadonlyMap<unknown, TextKey> = new Map(
  keyTypes.map((type) => [type, `device.key.${type}` as const]),
)
const sensorTexts: ReadonlyMap<unknown, TextKey> = new Map([['case', 'alarm.data.caseOpened']])

/** A value that we have words for, or the value itself behind what it is. */
const namedBy = (texts: ReadonlyMap<unknown, TextKey>, otherwise: TextKey) => (value: unknown) => {
  const key = texts.get(value)
  return key ? t(key) : t(otherwise, { value: String(value) })
}

const ofDay = (key: TextKey) => (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    ? t(key, { value: formatDay(value) })
    : null

/** Sentences of the members that we know; places of texts are written as the language writes numbers. */
const sentences: Readonly<Record<string, (value: unknown) => string | null>> = {
  percent: ofNumber((value) => t('alarm.data.percent', { value: formatPercent(value / 100) })),
  freeMb: ofNumber((value) => t('alarm.data.free', { value: formatBytes(value * megabyte) })),
  seconds: ofNumber((value) =>
    t(value < 0 ? 'device.clock.behind' : 'device.clock.ahead', { count: Math.abs(value) }),
  ),
  days: ofNumber((value) =>
    value < 0
      ? t('alarm.data.daysOver', { count: -value })
      : t('alarm.data.days', { count: value }),
  ),
  printer: (value) => {
    const key = printerTexts.get(value)
    return key ? t(key) : null
  },
  accessory: namedBy(accessoryTexts, 'alarm.data.accessory'),
  accessorySn: String,
  keySlot: (value) => t('alarm.data.keySlot', { value: String(value) }),
  keyType: (value) => {
    const key = keyTypeTexts.get(value)
    return key ? t(key) : null
  },
  keySlots: (value) =>
    t('alarm.data.keySlots', {
      value: listed(value),
      count: Array.isArray(value) ? value.length : 1,
    }),
  // What a person wrote speaks for itself.
  title: String,
  ip: (value) => t('alarm.data.ip', { value: String(value) }),
  from: (value) => t('alarm.data.from', { value: String(value) }),
  to: (value) => t('alarm.data.to', { value: String(value) }),
  package: (value) => t('alarm.data.package', { value: String(value) }),
  rule: (value) => t('alarm.data.rule', { value: String(value) }),
  version: (value) => t('alarm.data.version', { value: String(value) }),
  error: namedBy(errorTexts, 'alarm.data.error'),
  sensor: namedBy(sensorTexts, 'alarm.data.sensor'),
  times: ofNumber((value) => t('alarm.data.times', { value: formatNumber(value) })),
  addresses: (value) => t('alarm.data.addresses', { value: listed(value) }),
  endsOn: ofDay('alarm.data.endsOn'),
  lastEnds: ofDay('alarm.data.lastEnds'),
  missing: (value) => t('alarm.data.missing', { value: listed(value) }),
  unexpected: (value) => t('alarm.data.unexpected', { value: listed(value) }),
}

function ofNumber(say: (value: number) => string) {
  return (value: unknown) => (typeof value === 'number' ? say(value) : null)
}

const listed = (value: unknown): string =>
  Array.isArray(value) ? formatAll(value.map(String)) : String(value)

/** What is told with an alarm, in words; what nobody knows by name is told as it is called. */
export function detailWords(data: Readonly<Record<string, unknown>>): string {
  const { latitude, longitude, ...told } = data
  const rest = withEndings(withPrinter(told))
  const place =
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [t('alarm.data.place', { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })]
      : []
  const others = Object.entries(rest).filter(
    ([name, value]) => !known.has(name) && !isKey(name) && value !== null && value !== '',
  )
  return [...others.map(([name, value]) => sayOne(name, value)), ...place].join(t('alarm.data.and'))
}

/** A printer's alarm whose event says all of it: what the printer is like follows from its code. */
function withPrinter(told: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const printer = printerEvents.get(told['event'])
  if (printer === undefined || 'printer' in told || 'error' in told) return told
  return { printer, ...told }
}

/** Of values that end: when the last of them does, where there is more than one. */
function withEndings(told: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!('endsOn' in told)) return told
  const { until, ...rest } = told
  return until === told['endsOn'] ? rest : { ...rest, lastEnds: until ?? null }
}

const sayOne = (name: string, value: unknown): string =>
  sentences[name]?.(value) ?? `${name}: ${plain(value)}`

function plain(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  if (Array.isArray(value)) return value.map(plain).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, held]) => `${name} ${plain(held)}`)
    .join(', ')
}
