import { noticeTypes, notices } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { NoticeList } from './NoticeList.tsx'
import styles from './NoticePanel.module.css'

export type Kind = keyof typeof noticeTypes

const step = 20
const most = 100

const clearing = {
  message: { verb: 'tools.notices.clear', sure: 'tools.notices.clearSure' },
  email: { verb: 'tools.mails.clear', sure: 'tools.mails.clearSure' },
} as const

interface NoticesOfKindProps {
  readonly kind: Kind
  readonly hasUnread: boolean
  readonly close: () => void
}

/** The notices of one kind, and what is done with all of them, also with those that are not listed. */
export function NoticesOfKind({ kind, hasUnread, close }: NoticesOfKindProps) {
  const [pageSize, setPageSize] = useState(step)
  const of = { query: { type: noticeTypes[kind] } }
  const read = useQuery({
    ...query(notices.page, { query: { ...of.query, pageSize } }),
    placeholderData: keepPreviousData,
  })
  const act = useAction(notices)
  const { total = 0, capped = false } = read.data ?? {}
  const { verb, sure } = clearing[kind]
  const clear = async () => {
    const title = t(verb)
    const count = capped ? formatCapped(total, true) : total
    const text = t(sure, { count })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(notices.clear, of)
  }
  return (
    <>
      <div
        id="notices"
        role="tabpanel"
        aria-labelledby={`notices-${kind}`}
        className={styles['body']}
      >
        <NoticeList
          read={read}
          none={kind === 'message' ? 'tools.notices.none' : 'tools.mails.none'}
          older={
            pageSize < Math.min(total, most)
              ? () => setPageSize(Math.min(most, pageSize + step))
              : null
          }
          close={close}
        />
      </div>
      <footer className={styles['foot']}>
        <button
          type="button"
          className={styles['action']}
          disabled={!hasUnread}
          onClick={() => void act(notices.readAll, of)}
        >
          {t('tools.notices.readAll')}
        </button>
        <button
          type="button"
          className={styles['action']}
          disabled={total === 0}
          onClick={() => void clear()}
        >
          {t(verb)}
        </button>
      </footer>
    </>
  )
}
