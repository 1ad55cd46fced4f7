import { dictionaries, type Dictionary } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { nameText, t } from '../../../platform/texts.ts'
import classes from './dictionary.module.css'

/** What a dictionary says of itself beside its name. */
const facts: Columns<Dictionary> = [
  {
    key: 'isSystem',
    title: 'dictionary.kind',
    width: 84,
    words: { true: 'dictionary.system', false: 'dictionary.custom' },
  },
  { key: 'itemCount', title: 'dictionary.items', width: 64, align: 'end' },
  statusColumn(dictionaries),
  {
    key: 'isTold',
    title: 'dictionary.isTold',
    width: 132,
    words: yesNo,
    render: ({ isTold }) => (isTold ? t('kit.yes') : nothing),
  },
  {
    key: 'updatedAt',
    title: 'dictionary.updated',
    holds: 'moment',
    sortable: true,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

/** The columns of the dictionaries' list; the name chooses whose items are shown. */
export const dictionaryColumns = (
  chosen: string | null,
  choose: (id: string) => void,
): Columns<Dictionary> => [
  {
    key: 'name',
    title: 'dictionary.name',
    width: 176,
    file: [
      { key: 'name', title: 'dictionary.name', words: '{name}' },
      { key: 'code', title: 'dictionary.code' },
    ],
    render: (row) => <Name row={row} isChosen={row.id === chosen} choose={choose} />,
  },
  ...facts,
]

interface NameProps {
  readonly row: Dictionary
  readonly isChosen: boolean
  readonly choose: (id: string) => void
}

function Name({ row: { id, name, code }, isChosen, choose }: NameProps) {
  return (
    <button
      type="button"
      className={classes.name}
      data-opens=""
      aria-current={isChosen || undefined}
      onClick={() => choose(id)}
    >
      <bdi>{nameText(name)}</bdi>
      <Ltr>{code}</Ltr>
    </button>
  )
}
