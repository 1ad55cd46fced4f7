import type { PastDelivery } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { codeText, formatDuration, TaskBadge } from '../../device/index.ts'
import { Task } from './deliveryColumns.tsx'
import { RefusedPids } from './RefusedPids.tsx'

/** Digits of a hash that tell two revisions apart at a glance; all of it stands in the tip. */
const shownDigits = 12

/** Deliveries of an application's values to one terminal. */
export const pastColumns: Columns<PastDelivery> = [
  {
    key: 'createdAt',
    title: 'paramLog.givenAt',
    holds: 'moment',
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'revision',
    title: 'paramLog.revision',
    width: 100,
    render: ({ revision }) => (revision === null ? nothing : formatNumber(revision)),
  },
  {
    key: 'hash',
    title: 'paramLog.hash',
    width: 140,
    render: ({ hash }) =>
      hash === null ? (
        nothing
      ) : (
        <span title={hash}>
          <Ltr>{hash.slice(0, shownDigits)}</Ltr>
        </span>
      ),
  },
  { key: 'taskNo', title: 'push.taskNo', width: 164, render: Task },
  {
    key: 'state',
    title: 'paramLog.state',
    width: 140,
    words: 'device.task.{state}',
    render: (delivery) => <TaskBadge {...delivery} />,
  },
  {
    key: 'code',
    title: 'paramLog.error',
    file: [
      { key: 'code', title: 'push.code' },
      { key: 'code', title: 'push.why', words: 'device.code.{code}' },
      { key: 'message', title: 'push.message' },
    ],
    render: Why,
  },
  {
    key: 'refused',
    title: 'param.refused',
    file: [],
    render: ({ refused }) => <RefusedPids refused={refused} />,
  },
  {
    key: 'attempt',
    title: 'push.attempt',
    width: 90,
    align: 'end',
    render: ({ attempt }) => formatNumber(attempt),
  },
  {
    key: 'publishedAt',
    title: 'paramLog.publishedAt',
    holds: 'moment',
    render: ({ publishedAt }) => (publishedAt ? <Time at={publishedAt} /> : nothing),
  },
  {
    key: 'endedAt',
    title: 'push.endedAt',
    holds: 'moment',
    render: ({ endedAt }) => (endedAt ? <Time at={endedAt} /> : nothing),
  },
  {
    key: 'seconds',
    title: 'upgradeResult.duration',
    file: [{ key: 'seconds', title: 'upgradeResult.seconds' }],
    width: 110,
    align: 'end',
    render: ({ seconds }) => (seconds === null ? nothing : formatDuration(seconds * 1000)),
  },
]

/** What it ended with, in words; what the terminal said of it stands in the tip. */
function Why({ code, message }: PastDelivery) {
  if (code === null) return message === null ? nothing : <bdi>{message}</bdi>
  return (
    <span title={message ?? undefined}>
      <Ltr>{code}</Ltr> {codeText(code) ?? message}
    </span>
  )
}
