import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Phrase } from './Phrase.tsx'
import { StatusBadge, Time } from './values.tsx'

interface PassLineProps {
  readonly passes: boolean
  /** When it opens by itself, where that is known. */
  readonly until?: string | null
  readonly children: ReactNode
}

/** What is asked of something, and whether it lets through or holds back: a line of a list. */
export function PassLine({ passes, until = null, children }: PassLineProps) {
  return (
    <li>
      <span>
        {children}
        {until !== null && (
          <>
            {' '}
            <Phrase text={t('life.gateUntil')} parts={{ time: <Time at={until} /> }} />
          </>
        )}
      </span>
      <StatusBadge tone={passes ? 'good' : 'bad'}>
        {t(passes ? 'life.gatePasses' : 'life.gateFails')}
      </StatusBadge>
    </li>
  )
}
