import type { Speech } from '../core/speech.ts'
import type { TextKey } from '../texts/index.ts'
import { accessoryKinds } from './accessoryKinds.ts'
import { keyTypes } from './keyKinds.ts'

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

/** The sentence of a member; null: its value is none that has one. */
type Sentence = (value: unknown, say: Speech) => string | null

/** A value that we have words for, or the value itself behind what it is. */
const namedBy =
  (texts: ReadonlyMap<unknown, TextKey>, otherwise: TextKey): Sentence =>
  (value, { t }) => {
    const key = texts.get(value)
    return key ? t(key) : t(otherwise, { value: String(value) })
  }

const wordOf =
  (texts: ReadonlyMap<unknown, TextKey>): Sentence =>
  (value, { t }) => {
    const key = texts.get(value)
    return key ? t(key) : null
  }

const ofDay =
  (key: TextKey): Sentence =>
  (value, { t, day }) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
      ? t(key, { value: day(value) })
      : null

const ofNumber =
  (tell: (value: number, say: Speech) => string): Sentence =>
  (value, say) =>
    typeof value === 'number' ? tell(value, say) : null

const ofText =
  (key: TextKey): Sentence =>
  (value, { t }) =>
    t(key, { value: String(value) })

const ofSeveral =
  (key: TextKey): Sentence =>
  (value, say) =>
    say.t(key, { value: listed(value, say) })

// What a person wrote speaks for itself.
const asItIs: Sentence = (value) => String(value)

/** Sentences of the members that we know; places of texts are written as the language writes numbers. */
const sentences: Readonly<Record<string, Sentence>> = {
  percent: ofNumber((value, { t, percent }) =>
    t('alarm.data.percent', { value: percent(value / 100) }),
  ),
  freeMb: ofNumber((value, { t, bytes }) =>
    t('alarm.data.free', { value: bytes(value * megabyte) }),
  ),
  seconds: ofNumber((value, { t }) =>
    t(value < 0 ? 'device.clock.behind' : 'device.clock.ahead', { count: Math.abs(value) }),
  ),
  days: ofNumber((value, { t }) =>
    value < 0
      ? t('alarm.data.daysOver', { count: -value })
      : t('alarm.data.days', { count: value }),
  ),
  printer: wordOf(printerTexts),
  accessory: namedBy(accessoryTexts, 'alarm.data.accessory'),
  accessorySn: asItIs,
  keySlot: ofText('alarm.data.keySlot'),
  keyType: wordOf(keyTypeTexts),
  keySlots: (value, say) =>
    say.t('alarm.data.keySlots', {
      value: listed(value, say),
      count: Array.isArray(value) ? value.length : 1,
    }),
  title: asItIs,
  ip: ofText('alarm.data.ip'),
  from: ofText('alarm.data.from'),
  to: ofText('alarm.data.to'),
  package: ofText('alarm.data.package'),
  rule: ofText('alarm.data.rule'),
  version: ofText('alarm.data.version'),
  error: namedBy(errorTexts, 'alarm.data.error'),
  sensor: namedBy(sensorTexts, 'alarm.data.sensor'),
  times: ofNumber((value, { t, number }) => t('alarm.data.times', { value: number(value) })),
  addresses: ofSeveral('alarm.data.addresses'),
  endsOn: ofDay('alarm.data.endsOn'),
  lastEnds: ofDay('alarm.data.lastEnds'),
  missing: ofSeveral('alarm.data.missing'),
  unexpected: ofSeveral('alarm.data.unexpected'),
}

const listed = (value: unknown, { list }: Speech): string =>
  Array.isArray(value) ? list(value.map(String)) : String(value)

/** What is told with an alarm, in words; what nobody knows by name is told as it is called. */
export function detailWords(data: Readonly<Record<string, unknown>>, say: Speech): string {
  const { latitude, longitude, ...told } = data
  const rest = withEndings(withPrinter(told))
  const place =
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [
          say.t('alarm.data.place', {
            latitude: latitude.toFixed(5),
            longitude: longitude.toFixed(5),
          }),
        ]
      : []
  const others = Object.entries(rest).filter(
    ([name, value]) => !known.has(name) && !isKey(name) && value !== null && value !== '',
  )
  return [...others.map(([name, value]) => sayOne(name, value, say)), ...place].join(
    say.t('alarm.data.and'),
  )
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

const sayOne = (name: string, value: unknown, say: Speech): string =>
  sentences[name]?.(value, say) ?? `${name}: ${plain(value, say)}`

function plain(value: unknown, say: Speech): string {
  if (typeof value === 'number') return say.number(value)
  if (typeof value === 'boolean') return say.t(value ? 'kit.yes' : 'kit.no')
  if (Array.isArray(value)) return value.map((one) => plain(one, say)).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, held]) => `${name} ${plain(held, say)}`)
    .join(', ')
}
