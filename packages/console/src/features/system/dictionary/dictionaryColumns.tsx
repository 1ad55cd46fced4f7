import { dictionaries, type Dictionary } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { StatusSwitch } from '../../../kit/parts/StatusSwitch.tsx'
import { Ltr, Time } from '../../../kit/parts/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { nameText, t } from '../../../platform/texts.ts'
import classes from './dictionary.module.css'

/** The columns of the dictionaries' list; the name chooses whose items are shown. */
export const dictionaryColumns = (
  chosen: string | null,
  choose: (id: string) => void,
): Columns<Dictionary> => [
  {
    key: 'name',
    title: 'dictionary.name',
    width: 176,
    render: (row) => <Name row={row} isChosen={row.id === chosen} choose={choose} />,
  },
  {
    key: 'isSystem',
    title: 'dictionary.kind',
    width: 84,
    render: ({ isSystem }) => t(isSystem ? 'dictionary.system' : 'dictionary.custom'),
  },
  { key: 'itemCount', title: 'dictionary.items', width: 64, align: 'end' },
  {
    key: 'status',
    title: 'kit.status',
    width: 84,
    render: (row) => <StatusSwitch of={dictionaries} row={row} />,
  },
  {
    key: 'isTold',
    title: 'dictionary.isTold',
    width: 132,
    render: ({ isTold }) => (isTold ? t('kit.yes') : nothing),
  },
  {
    key: 'updatedAt',
    title: 'dictionary.updated',
    width: 138,
    sortable: true,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
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
      aria-current={isChosen || undefined}
      onClick={() => choose(id)}
    >
      <bdi>{nameText(name)}</bdi>
      <Ltr>{code}</Ltr>
    </button>
  )
}
