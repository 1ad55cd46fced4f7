import {
  type App,
  appCategories,
  apps,
  appSheet,
  developers,
  models,
  organizations,
} from '@muster/contract'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { statusFilter, waitingFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ImportButton } from '../../kit/import/ImportButton.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { columns } from './appColumns.tsx'
import { osTexts, stateFilterTexts, typeTexts, visibilityTexts } from './appTexts.ts'
import { ReviewSegment } from './ReviewSegment.tsx'

const AppForm = lazyDialog(() => import('./AppForm.tsx').then((file) => file.AppForm))
const NewAppDialog = lazyDialog(() =>
  import('./NewAppDialog.tsx').then((file) => file.NewAppDialog),
)

const keyword = ['app.name', 'app.package'] as const
const fields = {
  appType: { label: 'app.type', options: typeTexts },
  osKind: { label: 'app.os', options: osTexts },
  apkState: { label: 'app.apkState', options: stateFilterTexts },
  waiting: waitingFilter,
  visibility: { label: 'app.visibility', options: visibilityTexts },
  categoryId: { label: 'app.category', of: appCategories },
  developerId: { label: 'app.developer', of: developers },
  modelId: { label: 'app.model', of: models },
  orgId: { label: 'app.organization', of: organizations },
  status: statusFilter,
} as const

/** APPLICATION_MANAGE: what terminals run. */
export function AppList() {
  const list = useList(apps)
  const form = useDialog<App>()
  const adding = useDialog<App>()
  const add = <AddButton code={apps.add.permission} dialog={adding} />
  return (
    <Screen title="app.title">
      <Filters list={list} keyword={keyword} fields={fields} />
      <ActionLine
        list={list}
        columns={columns}
        segments={<ReviewSegment list={list} />}
        chosen={<RemoveSelected of={apps} list={list} />}
      >
        <RecycleBin of={apps} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={appSheet} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="app.empty"
        actions={(row) => (
          <RowActions>
            <EditButton code={apps.update.permission} onClick={() => form.open(row)} />
            <RemoveButton of={apps} row={row} />
          </RowActions>
        )}
      />
      <AppForm dialog={form} />
      <NewAppDialog dialog={adding} />
    </Screen>
  )
}
