import { formatAll, formatClock, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { dayTexts } from './form/days.ts'

/** How something comes round, as far as people say it without a cron line. */
export type Rhythm =
  | { readonly every: 'daily'; readonly at: string }
  | { readonly every: 'weekly'; readonly at: string; readonly days: readonly number[] }
  | { readonly every: 'monthly'; readonly at: string; readonly day: number }

/** The cron line of a rhythm; days of the week are 1 (Monday) to 7. */
export function cronOf(rhythm: Rhythm): string {
  const [hour = 0, minute = 0] = rhythm.at.split(':').map(Number)
  const time = `${minute} ${hour}`
  switch (rhythm.every) {
    case 'daily':
      return `${time} * * *`
    case 'weekly':
      return `${time} * * ${rhythm.days.map((day) => day % 7).join(',')}`
    case 'monthly':
      return `${time} ${rhythm.day} * *`
  }
}

/** The rhythm that a cron line says; null where it takes the line to say it. */
export function rhythmOf(cron: string): Rhythm | null {
  const [minute = '', hour = '', day = '', month, weekdays = ''] = cron.trim().split(/\s+/)
  if (!isNumber(minute) || !isNumber(hour) || month !== '*') return null
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (day === '*' && weekdays === '*') return { every: 'daily', at }
  if (weekdays === '*') return isNumber(day) ? { every: 'monthly', at, day: Number(day) } : null
  if (day !== '*' || !/^[0-7](,[0-7])*$/.test(weekdays)) return null
  const days = weekdays.split(',').map((one) => Number(one) || 7)
  return { every: 'weekly', at, days: [...new Set(days)].toSorted((a, b) => a - b) }
}

const isNumber = (text: string): boolean => /^\d{1,2}$/.test(text)

/** How something comes round, in words where there are words for it. */
export function rhythmText(cron: string): string {
  const rhythm = rhythmOf(cron)
  if (!rhythm) return cron
  const time = formatClock(rhythm.at)
  switch (rhythm.every) {
    case 'daily':
      return t('push.rhythm.says.daily', { time })
    case 'weekly':
      return t('push.rhythm.says.weekly', {
        time,
        days: formatAll(rhythm.days.map((day) => t(dayTexts[day] ?? 'push.day.1'))),
      })
    case 'monthly':
      return t('push.rhythm.says.monthly', { time, day: formatNumber(rhythm.day) })
  }
}
