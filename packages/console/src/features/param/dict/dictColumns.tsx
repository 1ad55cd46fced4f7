import { type ParamDict, paramDicts } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { accessTexts, controlTexts, typeTexts } from './dictTexts.ts'

export const columns: Columns<ParamDict> = [
  {
    key: 'pid',
    title: 'paramDict.pid',
    sortable: true,
    width: 176,
    render: ({ pid }) => <Ltr>{pid}</Ltr>,
  },
  { key: 'title', title: 'paramDict.title', sortable: true, width: 180 },
  { key: 'groupName', title: 'paramDict.group', sortable: true, width: 104 },
  { key: 'dataType', title: 'paramDict.dataType', sortable: true, width: 112, words: typeTexts },
  {
    key: 'defaultValue',
    title: 'paramDict.defaultValue',
    width: 136,
    render: (row) => <Default row={row} />,
  },
  { key: 'required', title: 'paramDict.required', sortable: true, width: 76, words: yesNo },
  {
    key: 'secret',
    title: 'paramDict.secret',
    sortable: true,
    width: 76,
    words: yesNo,
    render: ({ secret }) =>
      secret ? <StatusBadge tone="waiting">{t('paramDict.secret')}</StatusBadge> : nothing,
  },
  {
    key: 'accessLevel',
    title: 'paramDict.accessLevel',
    sortable: true,
    width: 92,
    words: accessTexts,
  },
  statusColumn(paramDicts),
]

/** What a file has beside the columns of the list: all that an import takes. */
export const fileColumns: Columns<ParamDict> = [
  ...columns,
  updatedAtColumn,
  { key: 'control', title: 'paramDict.control', words: controlTexts },
  { key: 'minLength', title: 'paramDict.minLength' },
  { key: 'maxLength', title: 'paramDict.maxLength' },
  { key: 'minValue', title: 'paramDict.minValue' },
  { key: 'maxValue', title: 'paramDict.maxValue' },
  { key: 'pattern', title: 'paramDict.pattern' },
  { key: 'patternMessage', title: 'paramDict.patternMessage' },
  { key: 'items', title: 'paramDict.items' },
  { key: 'columns', title: 'paramDict.columns' },
  { key: 'maxRows', title: 'paramDict.maxRows' },
  { key: 'readOnly', title: 'paramDict.readOnly', words: yesNo },
  { key: 'dependsOn', title: 'paramDict.dependsOn' },
  { key: 'unit', title: 'paramDict.unit' },
  { key: 'description', title: 'paramDict.description' },
  { key: 'titles', title: 'paramDict.titles' },
]

/** Of a secret only whether there is one. */
function Default({ row: { secret, hasSecret, defaultValue } }: { readonly row: ParamDict }) {
  if (secret) return hasSecret ? t('paramDict.defaultSet') : nothing
  return defaultValue === null ? nothing : <Words>{defaultValue}</Words>
}
