import { type Notice, notices } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Splash } from '../../layout/Splash.tsx'
import { NoticeItem } from './NoticeItem.tsx'
import styles from './NoticePanel.module.css'

const step = 20
const most = 100

interface Props {
  readonly type: Notice['type']
  readonly close: () => void
}

/** The notices of one kind, the newest first. */
export function NoticeList({ type, close }: Props) {
  const [pageSize, setPageSize] = useState(step)
  const { data, isPending, isError, refetch } = useQuery({
    ...query(notices.page, { query: { type, pageSize } }),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Splash />
  if (isError && !data) {
    return (
      <div className={styles['state']} role="alert">
        <p>{t('tools.notices.failed')}</p>
        <button type="button" className={styles['action']} onClick={() => void refetch()}>
          {t('kit.retry')}
        </button>
      </div>
    )
  }
  const { list, total } = data
  if (list.length === 0) {
    return (
      <p className={styles['state']}>{t(type === 1 ? 'tools.notices.none' : 'tools.mails.none')}</p>
    )
  }
  return (
    <>
      <ul className={styles['list']}>
        {list.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} close={close} />
        ))}
      </ul>
      {list.length < Math.min(total, most) && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => setPageSize(Math.min(most, pageSize + step))}
        >
          {t('tools.notices.older')}
        </button>
      )}
    </>
  )
}
