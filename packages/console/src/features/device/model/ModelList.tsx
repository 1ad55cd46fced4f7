import { categories, features, modelSheet, models, vendors } from '@muster/contract'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { osTexts } from '../osTexts.ts'
import { columns } from './modelColumns.tsx'

const ModelForm = lazyDialog(() => import('./ModelForm.tsx').then((file) => file.ModelForm))

/** DEVICE_MODEL: the models of each vendor. */
export function ModelList() {
  return (
    <RecordScreen
      of={models}
      title="model.title"
      emptyText="model.empty"
      columns={columns}
      filters={{
        vendorId: { label: 'model.vendor', of: vendors },
        categoryId: { label: 'model.category', of: categories },
        featureId: { label: 'model.features', of: features },
        osType: { label: 'model.osType', options: osTexts },
        status: statusFilter,
      }}
      sheet={modelSheet}
      Form={ModelForm}
    />
  )
}
