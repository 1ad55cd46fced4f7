import type { TaskItem, TextKey } from '@muster/contract'
import { formatDateTime } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'

type Waiting = NonNullable<TaskItem['waitsFor']>

const shortTexts: Readonly<Record<Waiting, TextKey>> = {
  PACE: 'device.waitsShort.PACE',
  BLACKOUT: 'device.waitsShort.BLACKOUT',
}
const longTexts: Readonly<Record<Waiting, TextKey>> = {
  PACE: 'device.waits.PACE',
  BLACKOUT: 'device.waits.BLACKOUT',
}

/** What keeps a command from leaving, in a word or two; null: nothing does. */
export const waitsShort = ({ waitsFor }: Pick<TaskItem, 'waitsFor'>): string | null =>
  waitsFor && t(shortTexts[waitsFor])

/** The same with the reason and the moment that it is waited for; null: nothing is. */
export function waitsText({ waitsFor, waitsReason, waitsUntil }: TaskItem): string | null {
  if (waitsFor === null || waitsUntil === null) return null
  return t(longTexts[waitsFor], { time: formatDateTime(waitsUntil), reason: waitsReason ?? '' })
}
