import { categories } from '@muster/contract'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { osTexts } from '../osTexts.ts'
import { columns } from './categoryColumns.tsx'

const CategoryForm = lazyDialog(() =>
  import('./CategoryForm.tsx').then((file) => file.CategoryForm),
)

/** CATEGORY: the tree of device types. */
export function CategoryList() {
  return (
    <RecordScreen
      of={categories}
      title="category.title"
      emptyText="category.empty"
      columns={columns}
      filters={{
        osKind: { label: 'category.osKind', options: osTexts },
        parentId: { label: 'category.parent', of: categories },
        status: statusFilter,
      }}
      Form={CategoryForm}
    />
  )
}
