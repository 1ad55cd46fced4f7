import { categories, type Category } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { agentTexts } from '../agentTexts.ts'
import { osTexts } from '../osTexts.ts'
import { columns } from './categoryColumns.tsx'

const CategoryForm = lazyDialog(() =>
  import('./CategoryForm.tsx').then((file) => file.CategoryForm),
)
const CategoryMenu = lazyPart(async () => (await import('./CategoryMenu.tsx')).CategoryMenu)

/** CATEGORY: the tree of device types. */
export function CategoryList() {
  const list = useList(categories)
  const form = useDialog<Category>()
  const add = <AddButton code={categories.add.permission} dialog={form} />
  // Sorted by a column, the rows do not show the order that would be changed.
  const ordered = list.state.sort === null ? list.rows : []
  return (
    <Screen title="category.title">
      <Filters
        list={list}
        fields={{
          osKind: { label: 'category.osKind', options: osTexts },
          agentKind: { label: 'category.agentKind', options: agentTexts },
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
        emptyText="category.empty"
        actions={(row) => (
          <RowActions>
            <EditButton code={categories.update.permission} onClick={() => form.open(row)} />
            <CategoryMenu category={row} rows={ordered} />
          </RowActions>
        )}
      />
      <CategoryForm dialog={form} />
    </Screen>
  )
}
