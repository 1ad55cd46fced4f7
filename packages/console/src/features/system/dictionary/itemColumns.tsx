import { dictionaryItems, type DictionaryItem } from '@muster/contract'
import { type Columns, statusWords, yesNo } from '../../../kit/list/columns.tsx'
import { StatusSwitch } from '../../../kit/batch/StatusSwitch.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { language, nameText, t } from '../../../platform/texts.ts'
import { type DropTarget } from '../../../kit/sorting/useRowDrag.ts'
import { SortHandle } from '../../../kit/sorting/SortHandle.tsx'
import classes from './dictionary.module.css'

/** What an item is called in the reader's language. */
export function shownLabel({ isSystem, dictionaryCode, value, label, labels }: DictionaryItem) {
  return labels[language] ?? (isSystem ? nameText(`${dictionaryCode}.${value}`) : label)
}

/** What an item says of itself beside its value. */
const facts: Columns<DictionaryItem> = [
  {
    key: 'label',
    title: 'dictionary.label',
    words: '{dictionaryCode}.{value}',
    render: labelOf,
  },
  {
    key: 'status',
    title: 'kit.status',
    width: 78,
    words: statusWords,
    render: (row) => <StatusSwitch of={dictionaryItems} row={row} />,
  },
  {
    key: 'isDefault',
    title: 'dictionary.default',
    width: 78,
    words: yesNo,
    render: ({ isDefault }) => (isDefault ? t('kit.yes') : nothing),
  },
  { key: 'sort', title: 'dictionary.sort', width: 70, align: 'end' },
]

/** The columns of a dictionary's items; null: they are not sorted here. */
export const itemColumns = (
  sorting: { readonly target: DropTarget | null } | null,
): Columns<DictionaryItem> => [
  {
    key: 'value',
    title: 'dictionary.value',
    width: 160,
    render: (item) => (
      <span
        className={classes.value}
        data-drop={sorting?.target?.on === item.id ? sorting.target.side : undefined}
      >
        {sorting && (
          <SortHandle
            id={item.id}
            label={t('dictionary.move', { name: shownLabel(item) })}
            hint={t('dictionary.moveHint')}
          />
        )}
        <Ltr>{item.value}</Ltr>
      </span>
    ),
  },
  ...facts,
]

function labelOf(item: DictionaryItem) {
  const label = shownLabel(item)
  return item.colour ? <StatusBadge tone={item.colour}>{label}</StatusBadge> : <bdi>{label}</bdi>
}
