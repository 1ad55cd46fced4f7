import { apps, organizations, type ParamTemplate, paramTemplates } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { formatNames, usePluginFormats } from './formats.ts'
import { columns } from './templateColumns.tsx'
import { stateTexts } from './templateTexts.ts'

const TemplateItems = lazyPart(async () => (await import('./TemplateItems.tsx')).TemplateItems)
const TemplateForm = lazyDialog(() =>
  import('./TemplateForm.tsx').then((file) => file.TemplateForm),
)
const TemplateDesigner = lazyDialog(() =>
  import('./TemplateDesigner.tsx').then((file) => file.TemplateDesigner),
)
const PublishDialog = lazyDialog(() =>
  import('./PublishDialog.tsx').then((file) => file.PublishDialog),
)
const RevisionsDialog = lazyDialog(() =>
  import('./RevisionsDialog.tsx').then((file) => file.RevisionsDialog),
)
const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))

const words = ['paramTemplate.name', 'paramTemplate.code', 'paramTemplate.remark'] as const

/** PARAM_TEMPLATE: which parameters an application has, as forms and as files. */
export function ParamTemplateList() {
  const list = useList(paramTemplates)
  const form = useDialog<ParamTemplate>()
  const design = useDialog<ParamTemplate>()
  const publishing = useDialog<ParamTemplate>()
  const revisions = useDialog<ParamTemplate>()
  const copying = useDialog<ParamTemplate>()
  const add = <AddButton code={paramTemplates.add.permission} dialog={form} />
  return (
    <Screen title="paramTemplate.title">
      <Filters
        list={list}
        keyword={words}
        fields={{
          appId: { label: 'paramTemplate.app', of: apps },
          state: { label: 'paramTemplate.state', options: stateTexts },
          format: { label: 'paramTemplate.format', names: formatNames(usePluginFormats()) },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={paramTemplates} list={list} />}
      >
        <RecycleBin of={paramTemplates} columns={columns} keyword={words} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="paramTemplate.empty"
        empty={add}
        actionsWidth={170}
        actions={(row) => (
          <RowActions>
            <RowButton
              opens
              code={paramTemplates.content.permission}
              onClick={() => design.open(row)}
            >
              {t('paramTemplate.design')}
            </RowButton>
            <EditButton code={paramTemplates.update.permission} onClick={() => form.open(row)} />
            <MoreMenu label={t('paramTemplate.actionsOf', { name: row.name })}>
              <TemplateItems
                template={row}
                publishing={publishing}
                revisions={revisions}
                copying={copying}
              />
            </MoreMenu>
          </RowActions>
        )}
      />
      <TemplateForm dialog={form} designNext={design.open} />
      <TemplateDesigner dialog={design} publish={publishing.open} />
      <PublishDialog dialog={publishing} />
      <RevisionsDialog dialog={revisions} />
      <CopyDialog dialog={copying} />
    </Screen>
  )
}
