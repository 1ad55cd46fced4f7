import { useState } from 'react'
import { Day, StatusBadge } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { endOf } from './endOf.ts'
import { endTexts } from './deviceTexts.ts'

interface EndDayProps {
  readonly on: string | null
  /** So many days before it is warned of. */
  readonly days: number
}

/** The day on which something ends, with a warning when it has ended or soon will. */
export function EndDay({ on, days }: EndDayProps) {
  const [now] = useState(() => Date.now())
  const end = endOf({ on, days, now })
  return (
    <>
      <Day on={on} />{' '}
      {end && (
        <StatusBadge tone={end === 'ended' ? 'bad' : 'waiting'}>{t(endTexts[end])}</StatusBadge>
      )}
    </>
  )
}
