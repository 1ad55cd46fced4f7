import { appCategories, apps, developers, models, organizations } from '@muster/contract'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { columns } from './appColumns.tsx'
import { osTexts, stateTexts, typeTexts, visibilityTexts } from './appTexts.ts'

const AppForm = lazyDialog(() => import('./AppForm.tsx').then((file) => file.AppForm))

/** APPLICATION_MANAGE: what terminals run. */
export function AppList() {
  return (
    <RecordScreen
      of={apps}
      title="app.title"
      emptyText="app.empty"
      columns={columns}
      keyword={['app.name', 'app.package']}
      filters={{
        appType: { label: 'app.type', options: typeTexts },
        osKind: { label: 'app.os', options: osTexts },
        apkState: { label: 'app.apkState', options: stateTexts },
        visibility: { label: 'app.visibility', options: visibilityTexts },
        categoryId: { label: 'app.category', of: appCategories },
        developerId: { label: 'app.developer', of: developers },
        modelId: { label: 'app.model', of: models },
        orgId: { label: 'app.organization', of: organizations },
        status: statusFilter,
      }}
      Form={AppForm}
    />
  )
}
