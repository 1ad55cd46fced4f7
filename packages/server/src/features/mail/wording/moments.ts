const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** A moment as people of a language write it, in UTC, because a mail does not know where it is read. */
export function worded(value: string, language: string): string {
  if (!moment.test(value)) return value
  const format = {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  } as const
  return `${new Intl.DateTimeFormat(language, format).format(new Date(value))} UTC`
}
