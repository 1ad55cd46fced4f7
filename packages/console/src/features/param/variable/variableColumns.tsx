import type { Variable } from '@muster/contract'
import { formatCapped } from '../../../kit/formatCapped.ts'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { variableRows } from './variableRows.ts'
import { valueText } from '../valueText.ts'
import { deliverTexts, levelTexts, typeTexts } from './variableTexts.ts'

export const columns: Columns<Variable> = [
  {
    key: 'key',
    title: 'variable.key',
    sortable: true,
    width: 120,
    render: ({ key }) => <Ltr>{key}</Ltr>,
  },
  {
    key: 'value',
    title: 'variable.value',
    sortable: true,
    file: [
      { key: 'value', title: 'variable.value' },
      { key: 'file', title: 'variable.file' },
    ],
    render: (row) => <Value row={row} />,
  },
  { key: 'type', title: 'variable.type', sortable: true, width: 72, words: typeTexts },
  { key: 'level', title: 'variable.level', sortable: true, width: 100, words: levelTexts },
  {
    key: 'orgName',
    title: 'variable.target',
    width: 112,
    file: [
      { key: 'orgName', title: 'variable.org' },
      { key: 'stationName', title: 'variable.station' },
      { key: 'deviceSn', title: 'variable.device' },
    ],
    render: (row) => <Target row={row} />,
  },
  { key: 'appName', title: 'variable.app', sortable: true, width: 104 },
  {
    key: 'references',
    title: 'variable.references',
    width: 80,
    align: 'end',
    render: ({ references }) => formatCapped(references),
  },
  updatedAtColumn,
  statusColumn(variableRows),
]

/** What a file has beside the columns of the list. */
export const fileColumns: Columns<Variable> = [
  ...columns,
  { key: 'pattern', title: 'variable.pattern' },
  { key: 'deliver', title: 'variable.deliver', words: deliverTexts },
  { key: 'remark', title: 'variable.remark' },
]

/** Of a secret only whether there is one. */
function Value({ row: { type, value, file, hasSecret } }: { readonly row: Variable }) {
  if (type === 'FILE') return <Ltr>{valueText(file ?? '')}</Ltr>
  if (type === 'TEXT') return <Words>{value}</Words>
  return hasSecret ? <StatusBadge tone="waiting">{t('variable.secretSet')}</StatusBadge> : nothing
}

/** Whose it is. */
function Target({ row: { level, orgName, stationName, deviceSn } }: { readonly row: Variable }) {
  if (level === 'PLATFORM') return t('variable.everybody')
  return deviceSn ? <Ltr>{deviceSn}</Ltr> : <Words>{stationName ?? orgName}</Words>
}
