import { dictionaries, type Dictionary } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveButton } from '../../../kit/batch/RemoveButtons.tsx'
import { nameText, t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { dictionaryColumns } from './dictionaryColumns.tsx'

const DictionaryForm = lazyDialog(() =>
  import('./DictionaryForm.tsx').then((file) => file.DictionaryForm),
)

interface DictionaryListProps {
  readonly chosen: string | null
  readonly choose: (id: string) => void
}

/** The dictionaries; a click on a name shows its items. */
export function DictionaryList({ chosen, choose }: DictionaryListProps) {
  const stored = useList(dictionaries)
  const form = useDialog<Dictionary>()
  const act = useAction(dictionaries)
  // A shipped dictionary is called by a text key until somebody calls it otherwise.
  const list = {
    ...stored,
    rows: stored.rows.map((row) => ({ ...row, name: nameText(row.name) })),
  }
  const columns = dictionaryColumns(chosen, choose)
  const add = <AddButton code={dictionaries.add.permission} dialog={form} />
  return (
    <>
      <Filters
        list={list}
        fields={{
          isSystem: {
            label: 'dictionary.kind',
            options: { true: 'dictionary.system', false: 'dictionary.custom' },
          },
          isTold: {
            label: 'dictionary.isTold',
            options: { true: 'kit.yes', false: 'kit.no' },
          },
          status: statusFilter,
        }}
      />
      <ActionLine list={list} columns={columns}>
        <RecycleBin of={dictionaries} columns={columns} />
        <ExportButton list={list} columns={columns} />
        <Permitted to={dictionaries.refresh.permission}>
          <Button variant="default" onClick={() => void act(dictionaries.refresh, {})}>
            {t('dictionary.refresh')}
          </Button>
        </Permitted>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actionsWidth={list.rows.every(({ isSystem }) => isSystem) ? 84 : 138}
        actions={(row) => (
          <RowActions>
            <EditButton code={dictionaries.update.permission} onClick={() => form.open(row)} />
            {!row.isSystem && <RemoveButton of={dictionaries} row={row} />}
          </RowActions>
        )}
      />
      <DictionaryForm dialog={form} />
    </>
  )
}
