import { formatDate } from '../../../../platform/format.ts'
import { locale } from '../../../../platform/texts.ts'

const dayMs = 86_400_000

/** The day of a moment in the reader's zone: today and yesterday by these words, any other by its date. */
export function dayText(at: string, now: Date): string {
  const day = formatDate(at)
  if (day === formatDate(now)) return relative(0)
  return day === formatDate(new Date(now.getTime() - dayMs)) ? relative(-1) : day
}

/** At the head of its part it stands as a sentence begins. */
function relative(days: number): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
}
