import { show } from '../../kit/notify.ts'
import { siteOf } from './site.ts'
import { t } from '../../platform/texts.ts'

/** Greets whoever has just signed in. */
export function welcome(now: Date): void {
  const text = t('shell.greeting.text', { site: siteOf().webName })
  show({ kind: 'success', title: t(greetingAt(now.getHours())), text })
}

/** Morning before 12, afternoon up to and with 17, evening after. */
export function greetingAt(hour: number) {
  if (hour < 12) return 'shell.greeting.morning'
  return hour <= 17 ? 'shell.greeting.afternoon' : 'shell.greeting.evening'
}
