import type { Repair } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { Day, Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { severityTexts } from '../../alarm/index.ts'
import classes from './repair.module.css'
import { faultTexts, holderTexts, resultTexts, sourceTexts, stateTexts } from './repairTexts.ts'
import { StateBadge } from './StateBadge.tsx'
import { DeviceLink } from '../facts/DeviceLink.tsx'
import { formatDuration } from '../facts/formatDuration.ts'

/** When the clock of a ticket runs out, or that it has. */
export function Due({ dueAt, isOverdue }: Pick<Repair, 'dueAt' | 'isOverdue'>) {
  if (!isOverdue) return <Time at={dueAt} />
  return (
    <span className={classes.late}>
      <StatusBadge tone="bad">{t('repair.overdue')}</StatusBadge> <Time at={dueAt} />
    </span>
  )
}

/** How long a ticket has been open, or was until it was closed. */
function Age({ createdAt, closedAt }: Pick<Repair, 'createdAt' | 'closedAt'>) {
  const until = closedAt === null ? Date.now() : Date.parse(closedAt)
  return formatDuration(Math.max(0, until - Date.parse(createdAt)))
}

/** Who has the terminal, by role and by name. */
export function holderText({ holder, holderName }: Pick<Repair, 'holder' | 'holderName'>): string {
  const role = t(holderTexts[holder])
  return holderName ? t('repair.holderOf', { holder: role, name: holderName }) : role
}

export const columns: Columns<Repair> = [
  {
    key: 'ticketNo',
    title: 'repair.ticketNo',
    sortable: true,
    width: 160,
    render: ({ ticketNo }) => <Ltr>{ticketNo}</Ltr>,
  },
  {
    key: 'sn',
    title: 'repair.sn',
    sortable: true,
    width: 140,
    render: ({ deviceId, sn }) => <DeviceLink id={deviceId} sn={sn} />,
  },
  { key: 'fault', title: 'repair.fault', sortable: true, width: 120, words: faultTexts },
  { key: 'severity', title: 'repair.severity', sortable: true, width: 100, words: severityTexts },
  {
    key: 'state',
    title: 'repair.state',
    sortable: true,
    width: 190,
    words: stateTexts,
    render: StateBadge,
  },
  { key: 'dueAt', title: 'repair.dueAt', sortable: true, holds: 'moment', width: 230, render: Due },
  {
    key: 'holder',
    title: 'repair.holder',
    width: 130,
    words: holderTexts,
    render: holderText,
  },
  {
    key: 'assigneeName',
    title: 'repair.assignee',
    width: 120,
    render: ({ assigneeName }) => <Ltr>{assigneeName}</Ltr>,
  },
  { key: 'depotName', title: 'repair.depot', width: 130 },
  { key: 'modelName', title: 'repair.model', width: 120 },
  { key: 'orgName', title: 'repair.org', sortable: true, width: 130 },
  { key: 'stationName', title: 'repair.station', width: 130 },
  {
    key: 'inWarranty',
    title: 'repair.warranty',
    width: 110,
    words: yesNo,
  },
  { key: 'source', title: 'repair.source', width: 110, words: sourceTexts },
  {
    key: 'createdBy',
    title: 'repair.createdBy',
    width: 120,
    isExtra: true,
    render: ({ createdBy }) => <Ltr>{createdBy}</Ltr>,
  },
  {
    key: 'closedAt',
    title: 'repair.age',
    width: 110,
    isExtra: true,
    file: [{ key: 'closedAt', title: 'repair.closedAt' }],
    render: Age,
  },
  { key: 'result', title: 'repair.result', width: 120, words: resultTexts },
  {
    key: 'loanSn',
    title: 'repair.loanSn',
    width: 140,
    render: ({ loanSn }) => <Ltr>{loanSn}</Ltr>,
  },
  {
    key: 'cost',
    title: 'repair.cost',
    width: 100,
    align: 'end',
    render: ({ cost }) => (cost === null ? nothing : formatNumber(cost)),
  },
  {
    key: 'expectedReturn',
    title: 'repair.expectedReturn',
    sortable: true,
    holds: 'day',
    render: ({ expectedReturn }) => <Day on={expectedReturn} />,
  },
  {
    key: 'createdAt',
    title: 'repair.createdAt',
    sortable: true,
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'description',
    title: 'repair.description',
    render: ({ description }) => <Words>{description}</Words>,
  },
]
