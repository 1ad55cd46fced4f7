import { nothing } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'

/** How long something has taken: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return nothing
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours > 0) return t('task.hours', { hours, minutes })
  if (minutes > 0) return t('task.minutes', { minutes, seconds: seconds % 60 })
  return t('task.seconds', { seconds })
}
