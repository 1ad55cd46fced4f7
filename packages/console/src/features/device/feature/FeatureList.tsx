import { featureSheet, features } from '@muster/contract'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { columns } from './featureColumns.tsx'
import { kindTexts, valueTypeTexts } from './featureTexts.ts'

const FeatureForm = lazyDialog(() => import('./FeatureForm.tsx').then((file) => file.FeatureForm))

/** FEATURES: the dictionary of what terminals can have and do. */
export function FeatureList() {
  return (
    <RecordScreen
      of={features}
      title="feature.title"
      emptyText="feature.empty"
      columns={columns}
      filters={{
        kind: { label: 'feature.kind', options: kindTexts },
        valueType: { label: 'feature.valueType', options: valueTypeTexts },
        status: statusFilter,
      }}
      sheet={featureSheet}
      Form={FeatureForm}
    />
  )
}
