import { type AppCategory, appCategories, appCategorySheet } from '@muster/contract'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ImportButton } from '../../kit/import/ImportButton.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { yesNo } from '../../kit/list/columns.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { columns } from './categoryColumns.tsx'
import { CategoryMenu } from './CategoryMenu.tsx'

const CategoryForm = lazyDialog(() =>
  import('./CategoryForm.tsx').then((file) => file.CategoryForm),
)

/** APPLICATION_CLASSIFY: under what applications stand in the store of the terminals. */
export function CategoryList() {
  const list = useList(appCategories)
  const form = useDialog<AppCategory>()
  const add = <AddButton code={appCategories.add.permission} dialog={form} />
  // Sorted by a column, the rows do not show the order that would be changed.
  const ordered = list.state.sort === null ? list.rows : []
  return (
    <Screen title="appCategory.title">
      <Filters
        list={list}
        fields={{
          parentId: { label: 'appCategory.parent', of: appCategories },
          showInStore: { label: 'appCategory.showInStore', options: yesNo },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={appCategories} list={list} />}
      >
        <RecycleBin of={appCategories} columns={columns} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={appCategorySheet} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="appCategory.empty"
        actions={(row) => (
          <RowActions>
            <EditButton code={appCategories.update.permission} onClick={() => form.open(row)} />
            <CategoryMenu category={row} rows={ordered} />
          </RowActions>
        )}
      />
      <CategoryForm dialog={form} />
    </Screen>
  )
}
