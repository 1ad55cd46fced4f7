import { locale } from './texts.ts'

type Moment = string | number | Date | null

/** What stands where there is no value. */
export const nothing = '–'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

const dateTime = new Intl.DateTimeFormat(locale, { ...day, ...clock })
const dateTimeSeconds = new Intl.DateTimeFormat(locale, { ...day, ...clock, second: '2-digit' })
const date = new Intl.DateTimeFormat(locale, day)
const time = new Intl.DateTimeFormat(locale, { ...clock, second: '2-digit' })
const timeOfDay = new Intl.DateTimeFormat(locale, clock)
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const numbers = new Intl.NumberFormat(locale)
const years = new Intl.NumberFormat(locale, { useGrouping: false })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** Day and minute, in the zone of this computer. */
export const formatDateTime = (moment: Moment) => write(dateTime, moment)
/** Day and second, in the zone of this computer. */
export const formatDateTimeSeconds = (moment: Moment) => write(dateTimeSeconds, moment)
/** The day, in the zone of this computer. */
export const formatDate = (moment: Moment) => write(date, moment)
/** Hours to seconds, 00:00:00 to 23:59:59. */
export const formatTime = (moment: Moment) => write(time, moment)

/** Hours and minutes. */
export const formatTimeOfDay = (moment: Moment) => write(timeOfDay, moment)

/** Digits and grouping of the language. */
export const formatNumber = (value: number | null) =>
  value === null ? nothing : numbers.format(value)

/** A year, without a mark between its digits. */
export const formatYear = (year: number) => years.format(year)

/** @param share 0 to 1 */
export const formatPercent = (share: number | null) =>
  share === null ? nothing : percent.format(share)

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
  return relative.format(Math.round(distance / length), unit)
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in bytes, in steps of 1024. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return nothing
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** step)
}

function write(format: Intl.DateTimeFormat, moment: Moment): string {
  return moment === null ? nothing : format.format(new Date(moment))
}
