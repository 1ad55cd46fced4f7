import { noticeTypes, notices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ToolDialog } from '../ToolDialog.tsx'
import { NoticeList } from './NoticeList.tsx'
import styles from './NoticePanel.module.css'

const kinds = ['message', 'email'] as const
type Kind = (typeof kinds)[number]

/** What the user was told: messages of the server, and copies of the mails he got. */
export function NoticePanel({ close }: { readonly close: () => void }) {
  const [kind, setKind] = useState<Kind>('message')
  const { data: unread } = useQuery(query(notices.unread, {}))
  const act = useAction(notices)
  const of = { query: { type: noticeTypes[kind] } }
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
      <div
        id="notices"
        role="tabpanel"
        aria-labelledby={`notices-${kind}`}
        className={styles['body']}
      >
        <NoticeList key={kind} type={noticeTypes[kind]} close={close} />
      </div>
      <footer className={styles['foot']}>
        <button
          type="button"
          className={styles['action']}
          disabled={!unread?.[kind]}
          onClick={() => void act(notices.readAll, of)}
        >
          {t('tools.notices.readAll')}
        </button>
        <button
          type="button"
          className={styles['action']}
          onClick={() => void act(notices.clear, of)}
        >
          {t('tools.notices.clear')}
        </button>
      </footer>
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
