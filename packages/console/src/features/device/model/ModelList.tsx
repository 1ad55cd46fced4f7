import { categories, type Model, models, vendors } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { osTexts } from '../osTexts.ts'
import { columns } from './modelColumns.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'

const ModelForm = lazyDialog(() => import('./ModelForm.tsx').then((file) => file.ModelForm))

/** DEVICE_MODEL: the models of each vendor. */
export function ModelList() {
  const list = useList(models)
  const form = useDialog<Model>()
  const add = <AddButton code={models.add.permission} dialog={form} />
  return (
    <Screen title="model.title">
      <Filters
        list={list}
        fields={{
          vendorId: { label: 'model.vendor', of: vendors },
          categoryId: { label: 'model.category', of: categories },
          osType: { label: 'model.osType', options: osTexts },
          status: statusFilter,
        }}
      />
      <ActionLine list={list} columns={columns} chosen={<RemoveSelected of={models} list={list} />}>
        <RecycleBin of={models} columns={columns} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={models} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={models.update.permission} onClick={() => form.open(row)} />
            <RemoveButton of={models} row={row} />
          </RowActions>
        )}
      />
      <ModelForm dialog={form} />
    </Screen>
  )
}
