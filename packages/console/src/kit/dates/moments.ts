import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { readerZone } from '../../platform/format.ts'
import { dayEnd } from './typed.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

/** A moment as a field holds it: the minute in the reader's zone, `YYYY-MM-DD HH:mm`. */
export function localMinute(moment: string): string {
  if (Number.isNaN(Date.parse(moment))) return ''
  return dayjs(moment).tz(readerZone()).format('YYYY-MM-DD HH:mm')
}

/** What a person chose in a field, in UTC; empty while it is not whole. */
export function momentOf(local: string): string {
  const iso = local.replace(' ', 'T')
  return Number.isNaN(Date.parse(iso)) ? '' : dayjs.tz(iso, readerZone()).toISOString()
}

/** {@link momentOf} of an end: the last minute of a day is meant to its end. */
export function endOf(local: string): string {
  const moment = momentOf(local)
  return moment && local.endsWith(dayEnd) ? dayjs(moment).endOf('minute').toISOString() : moment
}
