import type { TaskItem } from '@muster/contract'
import type { ComponentProps } from 'react'
import { formatPercent } from '../../../../platform/format.ts'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { t } from '../../../../platform/texts.ts'
import { stateText } from '../../command/commandTexts.ts'
import { waitsShort } from './waits.ts'

type Tone = ComponentProps<typeof StatusBadge>['tone']

const tones: ReadonlyMap<TaskItem['state'], Tone> = new Map([
  ['SUCCESS', 'good'],
  ['FAILED', 'bad'],
  ['REFUSED', 'bad'],
  ['TIMEOUT', 'bad'],
  ['CANCELLED', 'neutral'],
  ['EXPIRED', 'neutral'],
])

/** How a state of a command is told apart at a glance. */
export const taskTone = (state: TaskItem['state']): Tone => tones.get(state) ?? 'waiting'

/** Where a command is. */
export function TaskBadge({
  state,
  percent,
  waitsFor,
}: Pick<TaskItem, 'state' | 'percent' | 'waitsFor'>) {
  const says =
    state === 'RUNNING' && percent !== null
      ? t('device.progressOf', { percent: formatPercent(percent / 100) })
      : (waitsShort({ waitsFor }) ?? stateText(state))
  return <StatusBadge tone={taskTone(state)}>{says}</StatusBadge>
}
