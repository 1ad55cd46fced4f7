import { type Param, params } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { levelTexts, stateTexts, stateTones } from './paramTexts.ts'
import { Progress } from './Progress.tsx'
import { TemplateName } from './TemplateName.tsx'

export const columns: Columns<Param> = [
  { key: 'name', title: 'param.name', sortable: true, width: 190 },
  {
    key: 'state',
    title: 'param.state',
    width: 168,
    sortable: true,
    words: stateTexts,
    render: (row) => <State row={row} />,
  },
  {
    key: 'appName',
    title: 'param.app',
    width: 140,
    sortable: true,
    file: [
      { key: 'appName', title: 'param.app' },
      { key: 'package', title: 'param.package' },
    ],
    render: (row) => <App {...row} />,
  },
  {
    key: 'syncedCount',
    title: 'param.sync',
    width: 150,
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
    width: 150,
    render: ({ level, targetName }) =>
      level === 'DEVICE' ? <Ltr>{targetName}</Ltr> : <Words>{targetName}</Words>,
  },
  {
    key: 'templateName',
    title: 'param.template',
    width: 150,
    file: [
      { key: 'templateName', title: 'param.template' },
      { key: 'templateRevision', title: 'param.templateRevision' },
    ],
    render: ({ templateName, templateRevision }) => (
      <TemplateName name={templateName} revision={templateRevision} />
    ),
  },
  { key: 'level', title: 'param.level', width: 104, words: levelTexts, sortable: true },
  { key: 'deviceCount', title: 'param.devices', width: 90, align: 'end' },
  { key: 'pidCount', title: 'param.pids', width: 90, align: 'end' },
  { key: 'revision', title: 'param.revision', width: 90, align: 'end', sortable: true },
  { key: 'priority', title: 'param.priority', width: 84, align: 'end', sortable: true },
  {
    key: 'effectiveFrom',
    title: 'param.effectiveFrom',
    holds: 'moment',
    sortable: true,
    render: ({ effectiveFrom }) => <Time at={effectiveFrom} />,
  },
  {
    key: 'effectiveTo',
    title: 'param.effectiveTo',
    holds: 'moment',
    sortable: true,
    render: ({ effectiveTo }) => <Time at={effectiveTo} />,
  },
  updatedAtColumn,
  statusColumn(params),
]

function App({ appName, package: named }: Param) {
  return (
    <span title={named}>
      <Words>{appName}</Words>
    </span>
  )
}

/** What is in force, and whether the editor says something else by now. */
export function State({ row: { state, isChanged, revision } }: { readonly row: Param }) {
  if (state === 'ACTIVE')
    return (
      <StatusBadge tone={isChanged ? 'waiting' : 'good'}>
        {isChanged
          ? t('param.changed')
          : t('param.inForce', { revision: formatNumber(revision ?? 0) })}
      </StatusBadge>
    )
  return <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
}
