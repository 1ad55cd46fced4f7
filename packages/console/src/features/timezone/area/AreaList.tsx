import { type Area, areas } from '@muster/contract'
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
import { areaTypeTexts, columns } from './areaColumns.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'

const AreaForm = lazyDialog(() => import('./AreaForm.tsx').then((file) => file.AreaForm))

/** AREA: the areas that group time zones. */
export function AreaList() {
  const list = useList(areas)
  const form = useDialog<Area>()
  return (
    <Screen title="area.title">
      <Filters
        list={list}
        fields={{
          type: { label: 'area.type', options: areaTypeTexts },
          parentId: { label: 'area.parent', of: areas },
          status: statusFilter,
        }}
      />
      <ActionLine list={list} columns={columns} chosen={<RemoveSelected of={areas} list={list} />}>
        <RecycleBin of={areas} columns={columns} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={areas} />
        <AddButton code={areas.add.permission} dialog={form} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={<AddButton code={areas.add.permission} dialog={form} />}
        actions={(area) => (
          <RowActions>
            <EditButton code={areas.update.permission} onClick={() => form.open(area)} />
            <RemoveButton of={areas} row={area} />
          </RowActions>
        )}
      />
      <AreaForm dialog={form} />
    </Screen>
  )
}
