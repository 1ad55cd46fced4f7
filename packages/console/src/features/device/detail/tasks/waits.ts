import type { TaskItem, TextKey } from '@muster/contract'
import { formatDateTime } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'

type Waiting = NonNullable<TaskItem['waitsFor']>

const shortTexts: Readonly<Record<Waiting, TextKey>> = {
  PACE: 'device.waitsShort.PACE',
  BLACKOUT: 'device.waitsShort.BLACKOUT',
  DISABLED: 'device.waitsShort.DISABLED',
}
const longTexts: Readonly<Record<Waiting, TextKey>> = {
  PACE: 'device.waits.PACE',
  BLACKOUT: 'device.waits.BLACKOUT',
  DISABLED: 'device.waits.DISABLED',
}

/** What keeps a command from leaving, in a word or two; null: nothing does. */
export const waitsShort = ({ waitsFor }: Pick<TaskItem, 'waitsFor'>): string | null =>
  waitsFor && t(shortTexts[waitsFor])

/** The same with its reason and its end, and whether that comes in time; nothing where nothing keeps it. */
export function waitsTexts(item: TaskItem): readonly string[] {
  const { waitsFor, waitsReason, waitsUntil, expiresAt } = item
  if (waitsFor === 'DISABLED') return [t(longTexts.DISABLED)]
  if (waitsFor === null || waitsUntil === null) return []
  const time = formatDateTime(waitsUntil)
  const says = t(longTexts[waitsFor], { time, reason: waitsReason ?? '' })
  return expiresAt < waitsUntil ? [says, t('device.waits.inVain')] : [says]
}
