import type { TaskItem, TextKey } from '@muster/contract'
import { formatDateTime } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'

type Waiting = NonNullable<TaskItem['waitsFor']>

const shortTexts: Readonly<Record<Waiting, TextKey>> = {
  PACE: 'device.waitsShort.PACE',
  RATE: 'device.waitsShort.RATE',
  BEFORE: 'device.waitsShort.BEFORE',
  BLACKOUT: 'device.waitsShort.BLACKOUT',
  WINDOW: 'device.waitsShort.WINDOW',
  PAUSED: 'device.waitsShort.PAUSED',
  STOPPED: 'device.waitsShort.STOPPED',
  GRACE: 'device.waitsShort.GRACE',
  RETRY: 'device.waitsShort.RETRY',
  DISABLED: 'device.waitsShort.DISABLED',
  APPROVAL: 'device.waitsShort.APPROVAL',
}
const longTexts: Readonly<Record<Waiting, TextKey>> = {
  PACE: 'device.waits.PACE',
  RATE: 'device.waits.RATE',
  BEFORE: 'device.waits.BEFORE',
  BLACKOUT: 'device.waits.BLACKOUT',
  WINDOW: 'device.waits.WINDOW',
  PAUSED: 'device.waits.PAUSED',
  STOPPED: 'device.waits.STOPPED',
  GRACE: 'device.waits.GRACE',
  RETRY: 'device.waits.RETRY',
  DISABLED: 'device.waits.DISABLED',
  APPROVAL: 'device.waits.APPROVAL',
}

const endless: ReadonlySet<Waiting> = new Set([
  'DISABLED',
  'PAUSED',
  'STOPPED',
  'BEFORE',
  'APPROVAL',
])

/** What keeps a command from leaving, in a word or two; null: nothing does. */
export const waitsShort = ({ waitsFor }: Pick<TaskItem, 'waitsFor'>): string | null =>
  waitsFor && t(shortTexts[waitsFor])

/** The same with its reason and its end, and whether that comes in time; nothing where nothing keeps it. */
export function waitsTexts(
  item: Pick<TaskItem, 'waitsFor' | 'waitsReason' | 'waitsUntil' | 'expiresAt'>,
): readonly string[] {
  const { waitsFor, waitsReason, waitsUntil, expiresAt } = item
  if (waitsFor === null) return []
  if (waitsUntil === null)
    // Until somebody lets it go on.
    return endless.has(waitsFor) ? [t(longTexts[waitsFor], { reason: waitsReason ?? '' })] : []
  const time = formatDateTime(waitsUntil)
  const says = t(longTexts[waitsFor], { time, reason: waitsReason ?? '' })
  return expiresAt < waitsUntil ? [says, t('device.waits.inVain')] : [says]
}
