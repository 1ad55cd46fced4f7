import { type Notice, type NoticeSeverity, notices, type TextKey } from '@muster/contract'
import { useSend } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import styles from './NoticePanel.module.css'

const looks: Readonly<Record<NoticeSeverity, { icon: IconName; text: TextKey }>> = {
  INFO: { icon: 'info', text: 'tools.severity.INFO' },
  SUCCESS: { icon: 'check', text: 'tools.severity.SUCCESS' },
  WARNING: { icon: 'warning', text: 'tools.severity.WARNING' },
  CRITICAL: { icon: 'error', text: 'tools.severity.CRITICAL' },
}

interface Props {
  readonly notice: Notice
  readonly close: () => void
}

/** One notice; its text is text, whatever is in it. Opening it reads it and goes where it leads. */
export function NoticeItem({ notice, close }: Props) {
  const { id, type, image, severity, link, createdAt, isRead } = notice
  const send = useSend(notices)
  const open = () => {
    // Refused: the call has said why, and the notice stays unread.
    if (!isRead) void send(notices.read, { params: { id } }).catch(() => undefined)
    if (!link) return
    close()
    navigate(link)
  }
  return (
    <li className={styles['item']} data-read={isRead} data-severity={severity}>
      <button type="button" className={styles['open']} onClick={open}>
        {image ? (
          <img className={styles['image']} src={image} alt="" width={32} height={32} />
        ) : (
          <span className={styles['mark']} role="img" aria-label={t(looks[severity].text)}>
            <Icon name={looks[severity].icon} />
          </span>
        )}
        <span className={styles['words']}>
          <span className={styles['text']} dir="auto">
            {type === 1 ? notice.notice : notice.email}
          </span>
          <time className={styles['time']} dateTime={createdAt}>
            {formatDateTime(createdAt)}
          </time>
        </span>
        {!isRead && <span className={styles['dot']}>{t('tools.notices.unread')}</span>}
      </button>
    </li>
  )
}
