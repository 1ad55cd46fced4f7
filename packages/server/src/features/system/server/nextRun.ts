import { parseCronItems } from 'graphile-worker'

const minuteMs = 60_000
/** Jobs come round within a month; a pattern that never fits is given up. */
const lookahead = 32 * 24 * 60

/** The next minute at which a pattern of five cron fields (UTC) fits, after `now`; null: none soon. */
export function nextRun(cron: string, now: Date): Date | null {
  const [item] = parseCronItems([{ task: 'any', match: cron }])
  const first = Math.floor(now.getTime() / minuteMs) + 1
  for (let minute = first; minute < first + lookahead; minute++) {
    const at = new Date(minute * minuteMs)
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    if (item?.match(digest)) return at
  }
  return null
}
