import { type Notice, notices, noticeTypes } from '@muster/contract'
import { useSend } from '../../../../kit/useAction.ts'
import { Time } from '../../../../kit/page/values.tsx'
import { navigate } from '../../../../platform/address.ts'
import { useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../workbench.module.css'

/** The newest messages to the user himself; opening one reads it and goes where it leads. */
export function NoticeCard() {
  const read = useFigures(notices.page, {
    query: { type: noticeTypes.message, pageNum: 1, pageSize: 10 },
  })
  return (
    <Card
      card="NOTICE"
      read={read}
      empty={({ list }) => (list.length === 0 ? 'workbench.noNotices' : null)}
    >
      {({ list }) => (
        <ul className={classes.lines}>
          {list.slice(0, 4).map((notice) => (
            <NoticeLine key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function NoticeLine({
  notice: { id, notice, isRead, link, createdAt },
}: {
  readonly notice: Notice
}) {
  const send = useSend(notices)
  const open = () => {
    // Refused: the call has said why, and the message stays unread.
    if (!isRead) void send(notices.read, { params: { id } }).catch(() => undefined)
    if (link) navigate(link)
  }
  return (
    <li data-read={isRead}>
      <button type="button" className={classes.open} onClick={open}>
        <span dir="auto">{notice}</span>
      </button>
      <Time at={createdAt} />
    </li>
  )
}
