import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Seconds as one reads them: in seconds, minutes or hours. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return formatNumber(null)
  if (seconds < 120) return t('stat.seconds', { value: formatNumber(seconds) })
  if (seconds < 7200) return t('stat.minutes', { value: formatNumber(Math.round(seconds / 60)) })
  return t('stat.hours', { value: formatNumber(Math.round(seconds / 360) / 10) })
}
