import { localeOf } from '@muster/contract'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/**
 * A number or a moment as people of a language write it; a moment in UTC, because a mail does not
 * know where it is read. Other texts, codes among them, stay as they are.
 */
export function worded(value: string | number, language: string): string {
  const locale = localeOf(language)
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (!moment.test(value)) return value
  const format = {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  } as const
  return `${new Intl.DateTimeFormat(locale, format).format(new Date(value))} UTC`
}
