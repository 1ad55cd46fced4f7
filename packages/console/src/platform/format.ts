import { bytesText, type DateFormat } from '@muster/contract'
import { locale } from './texts.ts'

type Moment = string | number | Date | null

/** What stands where there is no value. */
export const nothing = '–'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const dayOfYear = { month: '2-digit', day: '2-digit' } as const
const day = { year: 'numeric', ...dayOfYear } as const

const seconds = { ...clock, second: '2-digit' } as const

const styles = {
  dateTime: { ...day, ...clock },
  dateTimeSeconds: { ...day, ...seconds },
  date: day,
  dayAndTime: { ...dayOfYear, ...clock },
  time: seconds,
  timeOfDay: clock,
} as const
type Style = keyof typeof styles

/** How a user wants days and hours: his zone (none: this computer's) and the order of a day. */
export interface Region {
  readonly timeZone: string | null
  readonly dateFormat: DateFormat
}

let region: Region = { timeZone: null, dateFormat: 'locale' }
/** Each is made when it is first used: they are slow to make. */
const formats = new Map<Style, Intl.DateTimeFormat>()

/** Takes the signed-in user's choices. Called before anything of his is drawn: a change reloads the page. */
export function takeRegion({ timeZone, dateFormat }: Region): void {
  region = { timeZone, dateFormat }
  formats.clear()
}

/** The IANA name of the zone that moments are shown in. */
export const readerZone = () => formatOf('dateTime').resolvedOptions().timeZone

function formatOf(style: Style): Intl.DateTimeFormat {
  const { timeZone } = region
  const known = formats.get(style)
  const format =
    known ??
    new Intl.DateTimeFormat(locale, { ...styles[style], ...(timeZone ? { timeZone } : {}) })
  formats.set(style, format)
  return format
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const calendar = once(() => new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }))
const calendarMinute = once(
  () => new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone: 'UTC' }),
)
const clockTime = once(() => new Intl.DateTimeFormat(locale, { ...clock, timeZone: 'UTC' }))
const relative = once(
  () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
)
const numbers = once(() => new Intl.NumberFormat(locale))
const years = once(() => new Intl.NumberFormat(locale, { useGrouping: false }))
const either = once(() => new Intl.ListFormat(locale, { type: 'disjunction' }))
const all = once(() => new Intl.ListFormat(locale, { type: 'unit' }))
const percent = once(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
)

/** Day and minute, in the reader's zone. */
export const formatDateTime = (moment: Moment) => write('dateTime', moment)
/** Day and minute, in a zone that is named beside it. */
export const formatDateTimeIn = (timeZone: string, moment: Date) =>
  ordered(new Intl.DateTimeFormat(locale, { ...styles.dateTime, timeZone }), moment)
/** Day and second, in the reader's zone. */
export const formatDateTimeSeconds = (moment: Moment) => write('dateTimeSeconds', moment)
/** The day, in the reader's zone. */
export const formatDate = (moment: Moment) => write('date', moment)
/** Hours to seconds, 00:00:00 to 23:59:59. */
export const formatTime = (moment: Moment) => write('time', moment)
/** Of today hours to seconds, of another day its month and day to the minute: for narrow places. */
export const formatMoment = (at: string) =>
  formatDate(at) === formatDate(new Date()) ? formatTime(at) : write('dayAndTime', at)
/** Hours and minutes. */
export const formatTimeOfDay = (moment: Moment) => write('timeOfDay', moment)

/** A calendar day such as `2026-11-20`, the same in every zone. */
export const formatDay = (on: string) => ordered(calendar(), new Date(`${on}T00:00:00Z`))

/** A minute such as `2026-11-20 21:30`, the same in every zone. */
export const formatMinute = (minute: string) =>
  ordered(calendarMinute(), new Date(`${minute.replace(' ', 'T')}:00Z`))

/** A time of day such as `21:30`. */
export const formatClock = (time: string) => clockTime().format(new Date(`1970-01-01T${time}:00Z`))

/** A text that is read by itself: in Arabic a Latin one would be read with what stands beside it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Names in a row, each by itself. */
export const formatAll = (names: readonly string[]) => all().format(names.map(isolated))

/** Labels as words of which one holds: User name, real name, or e-mail. What is no word stays: IP. */
export const formatEither = (labels: readonly string[]) =>
  either().format(
    labels.map((label, at) => (at > 0 && /^\p{Lu}\p{Ll}/u.test(label) ? lowerFirst(label) : label)),
  )

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Digits and grouping of the language. */
export const formatNumber = (value: number | null) =>
  value === null ? nothing : numbers().format(value)

/** A year, without a mark between its digits. */
export const formatYear = (year: number) => years().format(year)

/** @param share 0 to 1 */
export const formatPercent = (share: number | null) =>
  share === null ? nothing : percent().format(share)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** How long before or after `now`, in the largest unit that fits: "5 min. ago". */
export function formatRelative(moment: Moment, now: number): string {
  if (moment === null) return nothing
  const distance = new Date(moment).getTime() - now
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? units[3]
  return relative().format(Math.round(distance / length), unit)
}

/** A size in bytes, in steps of 1024. */
export const formatBytes = (bytes: number | null) =>
  bytes === null ? nothing : bytesText(bytes, locale)

/** Made when the first country is named. */
let regions: Intl.DisplayNames | null = null

/** The name of a country in the reader's language; a code that names none as it is. */
export function formatCountry(code: string | null): string {
  if (!code) return nothing
  if (!/^[A-Z]{2}$/.test(code)) return code
  regions ??= new Intl.DisplayNames(locale, { type: 'region' })
  return regions.of(code) ?? code
}

function write(style: Style, moment: Moment): string {
  if (moment === null) return nothing
  const at = new Date(moment)
  const hasDay = style !== 'time' && style !== 'timeOfDay'
  return hasDay ? ordered(formatOf(style), at) : formatOf(style).format(at)
}

/** The day in the order that the user chose; digits and hours stay those of the language. */
function ordered(format: Intl.DateTimeFormat, at: Date): string {
  if (region.dateFormat === 'locale') return format.format(at)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day: dayOfMonth, hour, minute, second } = parts
  const written: Readonly<Record<string, string | undefined>> = {
    YYYY: year,
    MM: month,
    DD: dayOfMonth,
  }
  // Without a year its place goes, too, with the mark beside it.
  const date = region.dateFormat
    .replace(/[YMD]+/g, (place) => written[place] ?? '')
    .replace(/^[-/.]+|[-/.]+$/g, '')
  const hours = [hour, minute, second].filter((part) => part !== undefined).join(':')
  // Isolated, so that right-to-left text around it does not turn the order.
  return `\u2066${hours ? `${date} ${hours}` : date}\u2069`
}
