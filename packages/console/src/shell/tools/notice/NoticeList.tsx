import type { notices, ReplyOf, TextKey } from '@muster/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { t } from '../../../platform/texts.ts'
import { Splash } from '../../layout/Splash.tsx'
import { NoticeItem } from './NoticeItem.tsx'
import styles from './NoticePanel.module.css'

interface Props {
  readonly read: UseQueryResult<ReplyOf<typeof notices.page>>
  /** What is said when there are none. */
  readonly none: TextKey
  /** Lists older ones as well; null: there are none, or no more can be listed. */
  readonly older: (() => void) | null
  readonly close: () => void
}

/** The notices of one kind, the newest first. */
export function NoticeList({ read: { data, isPending, refetch }, ...props }: Props) {
  const { none, older, close } = props
  if (isPending) return <Splash />
  if (!data) {
    return (
      <div className={styles['state']} role="alert">
        <p>{t('tools.notices.failed')}</p>
        <button type="button" className={styles['action']} onClick={() => void refetch()}>
          {t('kit.retry')}
        </button>
      </div>
    )
  }
  if (data.list.length === 0) return <p className={styles['state']}>{t(none)}</p>
  return (
    <>
      <ul className={styles['list']}>
        {data.list.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} close={close} />
        ))}
      </ul>
      {older && (
        <button type="button" className={styles['action']} onClick={older}>
          {t('tools.notices.older')}
        </button>
      )}
    </>
  )
}
