import type { Alarm, Severity } from '@muster/contract'
import { StatusBadge } from '../../kit/page/values.tsx'
import { formatDateTime } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { severityTexts, stateTexts } from './alarmTexts.ts'

const tones = { LOW: 'neutral', MEDIUM: 'waiting', HIGH: 'bad', CRITICAL: 'bad' } as const

/** How grave an alarm is. */
export const SeverityBadge = ({ severity }: { readonly severity: Severity }) => (
  <StatusBadge tone={tones[severity]}>{t(severityTexts[severity])}</StatusBadge>
)

const stateTones = { OPEN: 'bad', ACK: 'waiting', CLOSED: 'neutral' } as const

/** How far an alarm has come. */
export const AlarmStateBadge = ({ state }: Pick<Alarm, 'state'>) => (
  <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
)

interface MutedBadgeProps {
  readonly until: string
  readonly reason: string | null
}

/** Until when nobody is told of an alarm; why, when it is pointed at. */
export const MutedBadge = ({ until, reason }: MutedBadgeProps) => (
  <span title={reason ?? undefined}>
    <StatusBadge tone="neutral">
      {t('alarm.mutedUntilTime', { time: formatDateTime(until) })}
    </StatusBadge>
  </span>
)
