import type { NoticePreferences } from '@muster/contract'

const day = 24 * 60

/** When the quiet hours that a moment lies in are over; null where it lies in none. */
export function quietUntil({ quiet }: NoticePreferences, now: Date): Date | null {
  if (!quiet.isOn) return null
  const [from, until, at] = [minutesOf(quiet.from), minutesOf(quiet.until), clockAt(quiet, now)]
  // Hours over midnight begin late and end early.
  const isQuiet = from < until ? at >= from && at < until : at >= from || at < until
  if (!isQuiet || from === until) return null
  const left = (until - at + day) % day
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + left * 60_000)
}

function minutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function clockAt({ timeZone }: NoticePreferences['quiet'], now: Date): number {
  const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  return minutesOf(new Intl.DateTimeFormat('en-GB', style).format(now))
}
