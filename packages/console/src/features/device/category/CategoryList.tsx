import { type Category, categories } from '@muster/contract'
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
import { columns } from './categoryColumns.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'

const CategoryForm = lazyDialog(() =>
  import('./CategoryForm.tsx').then((file) => file.CategoryForm),
)

/** CATEGORY: the tree of device types. */
export function CategoryList() {
  const list = useList(categories)
  const form = useDialog<Category>()
  const add = <AddButton code={categories.add.permission} dialog={form} />
  return (
    <Screen title="category.title">
      <Filters
        list={list}
        fields={{
          osKind: { label: 'category.osKind', options: osTexts },
          parentId: { label: 'category.parent', of: categories },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={categories} list={list} />}
      >
        <RecycleBin of={categories} columns={columns} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={categories.update.permission} onClick={() => form.open(row)} />
            <RemoveButton of={categories} row={row} />
          </RowActions>
        )}
      />
      <CategoryForm dialog={form} />
    </Screen>
  )
}
