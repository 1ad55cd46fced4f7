import { notices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ToolDialog } from '../ToolDialog.tsx'
import styles from './NoticePanel.module.css'
import { type Kind, NoticesOfKind } from './NoticesOfKind.tsx'

const kinds: readonly Kind[] = ['message', 'email']

/** What the user was told: messages of the server, and copies of the mails he got. */
export function NoticePanel({ close }: { readonly close: () => void }) {
  const [kind, setKind] = useState<Kind>('message')
  const { data: unread } = useQuery(query(notices.unread, {}))
  return (
    <ToolDialog title={t('tools.notices')} place="corner" close={close}>
      <div className={styles['tabs']} role="tablist" aria-label={t('tools.notices')}>
        {kinds.map((one) => (
          <button
            key={one}
            id={`notices-${one}`}
            type="button"
            role="tab"
            className={styles['tab']}
            aria-selected={one === kind}
            aria-controls="notices"
            tabIndex={one === kind ? 0 : -1}
            onClick={() => setKind(one)}
            onKeyDown={(event) => stepTo(event, setKind)}
          >
            {t(`tools.notices.${one}`)}{' '}
            {!!unread?.[one] && (
              <span className={styles['count']}>{formatNumber(unread[one])}</span>
            )}
          </button>
        ))}
      </div>
      <NoticesOfKind key={kind} kind={kind} hasUnread={!!unread?.[kind]} close={close} />
    </ToolDialog>
  )
}

/** Two tabs: each arrow leads to the other one. */
function stepTo(event: KeyboardEvent<HTMLElement>, choose: (kind: Kind) => void): void {
  if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
  const other = kinds.find((kind) => event.currentTarget.id !== `notices-${kind}`)
  if (!other) return
  event.preventDefault()
  choose(other)
  document.getElementById(`notices-${other}`)?.focus()
}
