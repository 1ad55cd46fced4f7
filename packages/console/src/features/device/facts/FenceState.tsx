import type { Device } from '@muster/contract'
import { StatusBadge, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { fenceTexts } from './deviceTexts.ts'

const tones = { IN: 'good', OUT: 'bad', UNKNOWN: 'neutral' } as const

type FenceStateProps = Pick<Device, 'fenceState' | 'fenceSince'> & {
  /** Says since when, too. */
  readonly isLong?: boolean
}

/** On which side of its station's fence a terminal is. */
export function FenceState({ fenceState, fenceSince, isLong = false }: FenceStateProps) {
  if (fenceState === null) return nothing
  return (
    <>
      <StatusBadge tone={tones[fenceState]}>{t(fenceTexts[fenceState])}</StatusBadge>
      {isLong && (
        <>
          {' '}
          <Time at={fenceSince} />
        </>
      )}
    </>
  )
}
