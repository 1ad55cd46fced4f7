import { paramEndings, type ParamEnding } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Day, Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { paramPath } from '../assignment/paramPath.ts'
import { sourceTexts } from '../assignment/paramTexts.ts'
import classes from './ending.module.css'

const EndingDevices = lazyDialog(() =>
  import('./EndingDevices.tsx').then((file) => file.EndingDevices),
)

/** From so few days on it is urgent. */
const soon = 30

export const columns: Columns<ParamEnding> = [
  { key: 'title', title: 'paramEnding.parameter', sortable: true, width: 170 },
  {
    key: 'label',
    title: 'paramEnding.label',
    width: 190,
    sortable: true,
    render: ({ label }) => (label === '' ? nothing : <Ltr>{label}</Ltr>),
  },
  {
    key: 'endsOn',
    title: 'paramEnding.endsOn',
    holds: 'day',
    sortable: true,
    render: ({ endsOn }) => <Day on={endsOn} />,
  },
  {
    key: 'days',
    title: 'paramEnding.left',
    width: 110,
    render: ({ days }) => (
      <StatusBadge tone={days < 0 ? 'bad' : days <= soon ? 'waiting' : 'neutral'}>
        {days < 0 ? t('paramEnding.over') : formatNumber(days)}
      </StatusBadge>
    ),
  },
  {
    key: 'deviceCount',
    title: 'paramEnding.devices',
    width: 96,
    align: 'end',
    render: (row) => <Count row={row} />,
  },
  {
    key: 'ownerName',
    title: 'paramEnding.owner',
    width: 170,
    render: ({ assignmentId, ownerName }) =>
      assignmentId === null ? (
        (ownerName ?? nothing)
      ) : (
        <a className={classes.link} href={`#${paramPath(assignmentId)}`}>
          <Words>{ownerName}</Words>
        </a>
      ),
  },
  { key: 'source', title: 'paramEnding.source', width: 110, words: sourceTexts },
  {
    key: 'appName',
    title: 'paramEnding.app',
    sortable: true,
  },
  {
    key: 'columnTitle',
    title: 'paramEnding.column',
  },
  { key: 'pid', title: 'paramEnding.pid', sortable: true, render: ({ pid }) => <Ltr>{pid}</Ltr> },
]

const searched = ['paramEnding.parameter', 'paramEnding.label'] as const

const spans = {
  0: 'paramEnding.over',
  30: 'paramEnding.within.30',
  90: 'paramEnding.within.90',
  365: 'paramEnding.within.365',
} as const

/** How many terminals should have it, which opens their list. */
function Count({ row }: { readonly row: ParamEnding }) {
  const devices = useDialog<ParamEnding>()
  return (
    <>
      <button
        type="button"
        className={classes.count}
        data-opens=""
        onClick={() => devices.open(row)}
      >
        {formatCapped(row.deviceCount)}
      </button>
      <EndingDevices dialog={devices} />
    </>
  )
}

/** Keys, identities and certificates that end soon or have ended, each with the terminals that should have it. */
export function EndingList() {
  const list = useList(paramEndings)
  return (
    <>
      <Filters
        list={list}
        keyword={searched}
        fields={{
          days: { label: 'paramEnding.within', options: spans },
          pid: 'paramEnding.pid',
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="paramEnding.empty" />
    </>
  )
}
