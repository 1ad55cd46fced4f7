import { type JsonDocument, jsonDocuments } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Progress } from '../assignment/Progress.tsx'
import { kindTexts, levelTexts, modeTexts, stateTexts, stateTones } from './jsonTexts.ts'

export const columns: Columns<JsonDocument> = [
  { key: 'name', title: 'json.name', sortable: true, width: 180 },
  {
    key: 'state',
    title: 'param.state',
    width: 168,
    sortable: true,
    words: stateTexts,
    render: (row) => <State row={row} />,
  },
  {
    key: 'code',
    title: 'json.code',
    width: 120,
    sortable: true,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  {
    key: 'syncedCount',
    title: 'param.sync',
    width: 140,
    file: [
      { key: 'syncedCount', title: 'param.synced' },
      { key: 'pendingCount', title: 'param.pending' },
      { key: 'failedCount', title: 'param.failed' },
    ],
    render: (row) => <Progress of={row} />,
  },
  {
    key: 'targetName',
    title: 'param.target',
    width: 140,
    render: ({ level, targetName }) =>
      level === 'DEVICE' ? <Ltr>{targetName}</Ltr> : <Words>{targetName}</Words>,
  },
  { key: 'level', title: 'param.level', width: 110, words: levelTexts, sortable: true },
  { key: 'kind', title: 'json.kind', width: 120, words: kindTexts, sortable: true },
  { key: 'mergeMode', title: 'json.mode', width: 120, words: modeTexts, sortable: true },
  {
    key: 'size',
    title: 'json.size',
    width: 90,
    align: 'end',
    sortable: true,
    render: ({ size }) => formatBytes(size),
  },
  { key: 'revision', title: 'param.revision', width: 90, align: 'end', sortable: true },
  { key: 'deviceCount', title: 'param.devices', width: 90, align: 'end' },
  updatedAtColumn,
  statusColumn(jsonDocuments),
]

/** What is in force, and whether the draft says something else by now; what was withdrawn is not. */
function State({ row: { state, status, isChanged, revision } }: { readonly row: JsonDocument }) {
  if (state !== 'PUBLISHED')
    return <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
  if (status === 0) return <StatusBadge tone="neutral">{t('json.outOfForce')}</StatusBadge>
  return (
    <StatusBadge tone={isChanged ? 'waiting' : 'good'}>
      {isChanged
        ? t('param.changed')
        : t('param.inForce', { revision: formatNumber(revision ?? 0) })}
    </StatusBadge>
  )
}
