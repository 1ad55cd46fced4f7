import type { Push } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../kit/page/values.tsx'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { commandText } from '../device/index.ts'
import { Progress } from './Progress.tsx'
import classes from './push.module.css'
import { rhythmText } from './rhythm.ts'
import { stateTexts, stateTones, wayTexts } from './pushTexts.ts'

/** Where a push is. */
export const PushBadge = ({ state }: Pick<Push, 'state'>) => (
  <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
)

/** Whom a push is for. */
export function ForWhom({ targetKind, targetName, isGrowing, size, named }: Push) {
  const way = t(wayTexts[targetKind])
  const isNamed = targetKind === 'sns' || targetKind === 'ids'
  const count = size > 0 ? size : (named ?? 0)
  return (
    <span className={classes.for}>
      {targetName ? <bdi>{targetName}</bdi> : way}
      {targetName && (targetKind === 'groupId' || targetKind === 'orgId') && <small> {way}</small>}
      {isNamed && count > 0 && <small> {formatNumber(count)}</small>}
      {isGrowing && <small> {t('push.andLater')}</small>}
    </span>
  )
}

/** When a push begins or began: at once, at a moment, or again and again; how it comes round is told by its sign. */
function Schedule({ startsAt, expandedAt, endedAt, cron, zone }: Push) {
  // Of what was to begin at once, the moment at which its terminals were found.
  if (startsAt === null)
    return expandedAt === null && endedAt === null ? t('push.atOnce') : <Time at={expandedAt} />
  if (cron === null) return <Time at={startsAt} />
  const says = t('push.round', { rhythm: rhythmText(cron), zone: zone ?? '' })
  return (
    <span title={says}>
      <Time at={startsAt} />{' '}
      <span role="img" aria-label={says}>
        ↻
      </span>
    </span>
  )
}

export const columns: Columns<Push> = [
  {
    key: 'taskNo',
    title: 'push.taskNo',
    width: 164,
    sortable: true,
    render: ({ taskNo }) => <Ltr>{taskNo}</Ltr>,
  },
  {
    key: 'kind',
    title: 'push.kind',
    width: 152,
    sortable: true,
    words: 'device.command.{kind}',
    render: ({ kind }) => commandText(kind),
  },
  {
    key: 'title',
    title: 'push.name',
    width: 140,
    sortable: true,
    render: ({ title, package: named }) => (title ? <Words>{title}</Words> : <Ltr>{named}</Ltr>),
    file: [{ key: 'title', title: 'push.name' }],
  },
  {
    key: 'size',
    title: 'push.progress',
    width: 150,
    sortable: true,
    render: (push) => <Progress push={push} />,
    file: [
      { key: 'size', title: 'push.size' },
      { key: 'waiting', title: 'push.waiting' },
      { key: 'active', title: 'push.active' },
      { key: 'succeeded', title: 'push.succeeded' },
      { key: 'failed', title: 'push.failed' },
      { key: 'cancelled', title: 'push.cancelled' },
      { key: 'leftOut', title: 'push.leftOut' },
    ],
  },
  {
    key: 'state',
    title: 'push.state',
    width: 128,
    sortable: true,
    words: stateTexts,
    render: (push) => <PushBadge {...push} />,
  },
  {
    key: 'targetKind',
    title: 'push.targets',
    width: 150,
    render: (push) => <ForWhom {...push} />,
    file: [
      { key: 'targetKind', title: 'push.targets', words: wayTexts },
      { key: 'targetName', title: 'push.targetName' },
    ],
  },
  {
    key: 'startsAt',
    title: 'push.startsAt',
    width: 168,
    sortable: true,
    render: (push) => <Schedule {...push} />,
    file: [
      { key: 'startsAt', title: 'push.startsAt' },
      { key: 'cron', title: 'push.cron' },
      { key: 'zone', title: 'push.zone' },
    ],
  },
  {
    key: 'priority',
    title: 'push.priority',
    width: 90,
    align: 'end',
    render: ({ priority }) => formatNumber(priority),
  },
  {
    key: 'createdBy',
    title: 'push.createdBy',
    width: 110,
    render: ({ createdBy }) => <Ltr>{createdBy}</Ltr>,
  },
  {
    key: 'createdAt',
    title: 'push.createdAt',
    holds: 'moment',
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'endedAt',
    title: 'push.endedAt',
    holds: 'moment',
    sortable: true,
    render: ({ endedAt }) => <Time at={endedAt} />,
  },
]
