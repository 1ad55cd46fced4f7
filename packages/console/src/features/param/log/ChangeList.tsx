import { apps, organizations, type ParamChange, paramLog, paramLogDays } from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, Words } from '../../../kit/page/values.tsx'
import { formatDateTimeSeconds, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { valueText } from '../valueText.ts'
import { levelTexts } from '../assignment/paramTexts.ts'
import classes from './paramLog.module.css'
import { causeTexts } from './paramLogTexts.ts'

/** A value as it was, or is; of a secret only that there is one. */
function Said({
  change,
  side,
}: {
  readonly change: ParamChange
  readonly side: 'before' | 'after'
}) {
  const text = change[side]
  if (text !== null) return <Ltr>{valueText(text)}</Ltr>
  return <span className={classes.muted}>{change.isSecret ? t('paramLog.secret') : nothing}</span>
}

export const columns: Columns<ParamChange> = [
  {
    key: 'pid',
    title: 'paramLog.pid',
    width: 170,
    render: ({ pid }) => <Ltr>{pid}</Ltr>,
  },
  { key: 'label', title: 'paramDict.title', width: 140 },
  {
    key: 'at',
    title: 'paramLog.at',
    holds: 'second',
    sortable: true,
    render: ({ at }) => <time dateTime={at}>{formatDateTimeSeconds(at)}</time>,
  },
  { key: 'cause', title: 'paramLog.cause', width: 140, words: causeTexts },
  {
    key: 'before',
    title: 'paramLog.before',
    render: (change) => <Said change={change} side="before" />,
  },
  {
    key: 'after',
    title: 'paramLog.after',
    render: (change) => <Said change={change} side="after" />,
  },
  {
    key: 'ownerName',
    title: 'paramLog.owner',
    render: ({ ownerName }) => <Words>{ownerName ?? t('paramLog.dictionary')}</Words>,
  },
  { key: 'level', title: 'paramLog.level', width: 110, words: levelTexts },
  {
    key: 'targetName',
    title: 'paramLog.target',
  },
  { key: 'appName', title: 'paramLog.app' },
  { key: 'user', title: 'paramLog.by', width: 120 },
  { key: 'note', title: 'paramLog.note' },
  {
    key: 'ticket',
    title: 'param.ticket',
    width: 120,
    render: ({ ticket }) => <Ltr>{ticket}</Ltr>,
  },
  { key: 'ip', title: 'paramLog.ip', width: 130, render: ({ ip }) => <Ltr>{ip}</Ltr> },
]

/** What was said about parameters, value by value, the latest first. */
export function ChangeList() {
  const list = useList(paramLog)
  return (
    <>
      <Filters
        list={list}
        fields={{
          from: { label: 'paramLog.from', kind: 'moment', usualDays: paramLogDays },
          to: { label: 'paramLog.to', kind: 'moment' },
          pid: 'paramLog.pid',
          appId: { label: 'paramLog.app', of: apps },
          target: 'paramLog.target',
          sn: 'paramLog.device',
          user: 'paramLog.by',
          ticket: 'param.ticket',
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          cause: { label: 'paramLog.cause', options: causeTexts },
          level: { label: 'paramLog.level', options: levelTexts },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="paramLog.empty" />
    </>
  )
}
