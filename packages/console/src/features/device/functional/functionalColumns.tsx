import type { Functional } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { functionalRows } from './functionalRows.ts'
import { levelTexts, stateTexts } from './functionalTexts.ts'

export const columns: Columns<Functional> = [
  { key: 'name', title: 'functional.name', sortable: true, width: 220 },
  { key: 'level', title: 'functional.level', width: 112, words: levelTexts, sortable: true },
  {
    key: 'orgName',
    title: 'functional.target',
    file: [
      { key: 'orgName', title: 'functional.org' },
      { key: 'modelName', title: 'functional.model' },
      { key: 'groupName', title: 'functional.group' },
      { key: 'deviceSn', title: 'functional.device' },
    ],
    render: (row) => <Target row={row} />,
  },
  {
    key: 'state',
    title: 'functional.state',
    width: 140,
    words: stateTexts,
    render: (row) => <State row={row} />,
  },
  { key: 'revision', title: 'functional.revision', width: 84, align: 'end', sortable: true },
  { key: 'settingCount', title: 'functional.settings', width: 84, align: 'end' },
  { key: 'heartbeatSeconds', title: 'functional.set.heartbeatSeconds', width: 96, align: 'end' },
  { key: 'locationMinutes', title: 'functional.set.locationMinutes', width: 96, align: 'end' },
  { key: 'deviceCount', title: 'functional.devices', width: 84, align: 'end' },
  {
    key: 'publishedAt',
    title: 'functional.publishedAt',
    holds: 'moment',
    sortable: true,
    render: ({ publishedAt }) => <Time at={publishedAt} />,
  },
  statusColumn(functionalRows),
]

/** Whose terminals it is for. */
function Target({
  row: { orgName, modelName, groupName, deviceSn },
}: {
  readonly row: Functional
}) {
  if (deviceSn) return <Ltr>{deviceSn}</Ltr>
  if (!orgName) return nothing
  const within = modelName ?? groupName
  return <Words>{within ? `${within} · ${orgName}` : orgName}</Words>
}

/** What is in force, and whether the form says something else by now. */
function State({ row: { state, isChanged, revision } }: { readonly row: Functional }) {
  if (state === 'DRAFT') return <StatusBadge tone="neutral">{t(stateTexts.DRAFT)}</StatusBadge>
  return (
    <StatusBadge tone={isChanged ? 'waiting' : 'good'}>
      {isChanged
        ? t('functional.changed')
        : t('functional.revisionOf', { revision: formatNumber(revision ?? 0) })}
    </StatusBadge>
  )
}
