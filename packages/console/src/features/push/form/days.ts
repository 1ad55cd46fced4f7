import type { TextKey } from '@muster/contract'

/** Days of the week, Monday is 1. */
export const dayTexts: Readonly<Record<number, TextKey>> = {
  1: 'push.day.1',
  2: 'push.day.2',
  3: 'push.day.3',
  4: 'push.day.4',
  5: 'push.day.5',
  6: 'push.day.6',
  7: 'push.day.7',
}
