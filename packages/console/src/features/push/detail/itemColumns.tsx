import type { PushItem, PushKind } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import {
  DeviceLink,
  codeText,
  Handed,
  TaskBadge,
  type TickName,
  ticksOf,
  waitsTexts,
} from '../../device/index.ts'
import classes from './detail.module.css'
import { stepText } from './itemTexts.ts'
import { Tick } from './Tick.tsx'

/** A terminal as a file names it. */
const terminalInFile = [
  { key: 'sn', title: 'push.sn' },
  { key: 'deviceName', title: 'device.name' },
  { key: 'orgName', title: 'device.organization' },
  { key: 'modelName', title: 'device.model' },
] as const

/** The terminals of a push of a kind: what proves it differs. */
export const itemColumns = (kind: PushKind): Columns<PushItem> => [
  {
    key: 'sn',
    title: 'push.sn',
    width: 156,
    render: ({ sn, deviceId }) => <DeviceLink id={deviceId} sn={sn} tab="tasks" />,
    file: terminalInFile,
  },
  {
    key: 'state',
    title: 'push.state',
    width: 132,
    words: 'device.task.{state}',
    render: (item) => <TaskBadge {...item} />,
  },
  {
    key: 'code',
    title: 'push.why',
    width: 200,
    render: (item) => <Why item={item} />,
    file: [
      { key: 'code', title: 'push.code' },
      { key: 'code', title: 'push.why', words: 'device.code.{code}' },
      { key: 'message', title: 'push.message' },
      { key: 'answer', title: 'push.answer' },
    ],
  },
  ...tickColumns(kind),
  {
    key: 'attempt',
    title: 'push.attempt',
    width: 90,
    align: 'end',
    render: ({ attempt }) => formatNumber(attempt),
  },
]

const tickColumns = (kind: PushKind): Columns<PushItem> => [
  tickColumn('publishedAt', 'handed', kind),
  tickColumn('acceptedAt', 'accepted', kind),
  tickColumn('endedAt', 'done', kind),
  tickColumn('provedAt', 'proved', kind),
]

const tickTitles = {
  handed: 'push.tick.handed',
  accepted: 'push.tick.accepted',
  done: 'push.tick.done',
  proved: 'push.tick.proved',
} as const

function tickColumn(
  key: 'publishedAt' | 'acceptedAt' | 'endedAt' | 'provedAt',
  name: TickName,
  kind: PushKind,
) {
  return {
    key,
    title: tickTitles[name],
    width: 124,
    render: (item: PushItem) => (
      <Tick {...ticksOf({ ...item, cmd: kind, ackedAt: item.acceptedAt })[name]} />
    ),
  } as const
}

/** Why a terminal is where it is: the cause of its failure, what it waits for, how far it is. */
function Why({ item }: { readonly item: PushItem }) {
  const { code, message, step, state } = item
  const waits = waitsTexts(item)
  if (code !== null)
    return (
      <span className={classes.why} title={message ?? undefined}>
        <Ltr>{code}</Ltr> {codeText(code) ?? message}
      </span>
    )
  if (waits.length > 0) return <span className={classes.why}>{waits.join(' ')}</span>
  if (step !== null && state === 'RUNNING') return stepText(step)
  if (item.endedAt === null && item.presence !== 'ONLINE')
    return (
      <span className={classes.why}>
        {t('push.isAway')} <Time at={item.expiresAt} />
      </span>
    )
  if (item.answer !== null) return t('push.answered', { answer: item.answer })
  if (item.file) return <Handed item={item} sn={item.sn} />
  return message ? <bdi>{message}</bdi> : null
}
