import type { ParamDeliveryRow } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { useSession } from '../../../kit/session.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DeliveryBadge } from '../assignment/DeliveryBadge.tsx'
import { deliveryTexts } from '../assignment/paramTexts.ts'
import { TemplateName } from '../assignment/TemplateName.tsx'
import { DeviceLink, pushAddress } from '../../device/index.ts'
import { RefusedPids } from './RefusedPids.tsx'

type Column = Columns<ParamDeliveryRow>[number]

const edits: Column = {
  key: 'edits',
  title: 'paramLog.edited',
  width: 200,
  file: [],
  render: ({ state, edits: pids }) => {
    if (state !== 'DRIFT') return nothing
    if (pids.length === 0) return t('paramLog.untold')
    return (
      <span title={pids.join(' ')}>
        <Ltr>{pids.join(' ')}</Ltr>
      </span>
    )
  },
}

/** How far a terminal is with the values of an application. */
export const columns: Columns<ParamDeliveryRow> = [
  {
    key: 'sn',
    title: 'paramLog.device',
    width: 150,
    sortable: true,
    render: ({ deviceId, sn }) => <DeviceLink id={deviceId} sn={sn} tab="parameters" />,
  },
  {
    key: 'state',
    title: 'paramLog.state',
    width: 200,
    sortable: true,
    words: deliveryTexts,
    render: DeliveryBadge,
  },
  { key: 'appName', title: 'paramLog.app' },
  { key: 'orgName', title: 'paramLog.org' },
  {
    key: 'templateName',
    title: 'paramLog.template',
    width: 170,
    render: ({ templateName: name, templateRevision }) =>
      name === null || templateRevision === null ? (
        nothing
      ) : (
        <TemplateName name={name} revision={templateRevision} />
      ),
  },
  { key: 'revision', title: 'paramLog.revision', width: 100 },
  {
    key: 'changedAt',
    title: 'paramLog.changedAt',
    holds: 'moment',
    sortable: true,
    render: ({ changedAt }) => <Time at={changedAt} />,
  },
  {
    key: 'code',
    title: 'paramLog.error',
    width: 90,
    render: ({ code }) => (code ? <Ltr>{code}</Ltr> : nothing),
  },
  {
    key: 'refused',
    title: 'param.refused',
    file: [],
    render: ({ refused }) => <RefusedPids refused={refused} />,
  },
  edits,
  {
    key: 'reportedAt',
    title: 'paramLog.reportedAt',
    holds: 'moment',
    render: ({ reportedAt }) => (reportedAt ? <Time at={reportedAt} /> : nothing),
  },
  { key: 'taskNo', title: 'push.taskNo', width: 164, render: Task },
  {
    key: 'attempt',
    title: 'push.attempt',
    width: 90,
    align: 'end',
    render: ({ attempt }) => (attempt === null ? nothing : formatNumber(attempt)),
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
]

/** The task that brings it, or brought it last, and the way there. */
export function Task({ taskNo, pushId }: Pick<ParamDeliveryRow, 'taskNo' | 'pushId'>) {
  const address = useSession(({ menu }) =>
    pushId === null ? null : pushAddress(menu, { kind: 'PARAM', id: pushId }),
  )
  if (taskNo === null || address === null) return <Ltr>{taskNo ?? nothing}</Ltr>
  return (
    <a href={`#${address}`}>
      <Ltr>{taskNo}</Ltr>
    </a>
  )
}

/** The same of what was changed on terminals. */
export const editColumns: Columns<ParamDeliveryRow> = [
  ...columns.filter(({ key }) => key === 'sn'),
  edits,
  ...columns.filter(({ key }) => !['sn', 'edits', 'state', 'code', 'refused'].includes(key)),
]
