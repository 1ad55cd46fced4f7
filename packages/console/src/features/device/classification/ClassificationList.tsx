import { type Classification, classifications } from '@muster/contract'
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
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { columns, dimensionTexts } from './classificationColumns.tsx'

const ClassificationForm = lazyDialog(() =>
  import('./ClassificationForm.tsx').then((file) => file.ClassificationForm),
)
const BindDialog = lazyDialog(() => import('./BindDialog.tsx').then((file) => file.BindDialog))
const ClassificationItems = lazyPart(
  async () => (await import('./ClassificationItems.tsx')).ClassificationItems,
)

/** DEVICE_CLASSIFICATION: business labels of terminals, by hand or by rule. */
export function ClassificationList() {
  const list = useList(classifications)
  const form = useDialog<Classification>()
  const binding = useDialog<Classification>()
  const add = <AddButton code={classifications.add.permission} dialog={form} />
  return (
    <Screen title="classification.title">
      <Filters
        list={list}
        fields={{
          dimension: { label: 'classification.dimension', options: dimensionTexts },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={classifications} list={list} />}
      >
        <RecycleBin of={classifications} columns={columns} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="classification.empty"
        actionsWidth={112}
        actions={(label) => (
          <RowActions>
            <EditButton code={classifications.update.permission} onClick={() => form.open(label)} />
            <MoreMenu label={t('classification.actionsOf', { name: label.name })}>
              <ClassificationItems label={label} binding={binding} />
            </MoreMenu>
          </RowActions>
        )}
      />
      <ClassificationForm dialog={form} />
      <BindDialog dialog={binding} />
    </Screen>
  )
}
