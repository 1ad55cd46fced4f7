import { type JsonDocument, jsonDocuments, organizations } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter, waitingFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { columns } from './jsonColumns.tsx'
import { kindTexts, levelTexts, stateTexts } from './jsonTexts.ts'

const JsonItems = lazyPart(async () => (await import('./JsonItems.tsx')).JsonItems)
const JsonForm = lazyDialog(() => import('./JsonForm.tsx').then((file) => file.JsonForm))
const ContentDialog = lazyDialog(() =>
  import('./ContentDialog.tsx').then((file) => file.ContentDialog),
)
const PublishDialog = lazyDialog(() =>
  import('./PublishDialog.tsx').then((file) => file.PublishDialog),
)
const RevisionsDialog = lazyDialog(() =>
  import('./RevisionsDialog.tsx').then((file) => file.RevisionsDialog),
)
const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))
const WithdrawDialog = lazyDialog(() =>
  import('./WithdrawDialog.tsx').then((file) => file.WithdrawDialog),
)
const SyncDialog = lazyDialog(() => import('./SyncDialog.tsx').then((file) => file.SyncDialog))

const keyword = ['json.name', 'json.code', 'param.target'] as const

/** JSON_CONFIG: whole JSON documents for terminals, for whom, and how far these are with them. */
export function JsonList() {
  const list = useList(jsonDocuments)
  const form = useDialog<JsonDocument>()
  const content = useDialog<JsonDocument>()
  const dialogs = {
    form,
    publish: useDialog<JsonDocument>(),
    withdraw: useDialog<JsonDocument>(),
    revisions: useDialog<JsonDocument>(),
    copy: useDialog<JsonDocument>(),
    sync: useDialog<JsonDocument>(),
  }
  const add = <AddButton code={jsonDocuments.add.permission} dialog={form} />
  return (
    <Screen title="json.title">
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          code: 'json.code',
          kind: { label: 'json.kind', options: kindTexts },
          level: { label: 'param.level', options: levelTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          state: { label: 'param.state', options: stateTexts },
          waiting: waitingFilter,
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={jsonDocuments} list={list} />}
      >
        <RecycleBin of={jsonDocuments} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="json.empty"
        empty={add}
        actionsWidth={190}
        actions={(row) => (
          <RowActions>
            <RowButton
              opens
              code={jsonDocuments.content.permission}
              onClick={() => content.open(row)}
            >
              {t('json.open')}
            </RowButton>
            {mayPublish(row) && (
              <RowButton
                code={jsonDocuments.publish.permission}
                onClick={() => dialogs.publish.open(row)}
              >
                {t(row.state === 'PENDING_APPROVAL' ? 'param.agree' : 'json.publish')}
              </RowButton>
            )}
            <MoreMenu label={t('param.actionsOf', { name: row.name })}>
              <JsonItems document={row} dialogs={dialogs} />
            </MoreMenu>
          </RowActions>
        )}
      />
      <JsonForm dialog={form} content={content} />
      <ContentDialog dialog={content} />
      <PublishDialog dialog={dialogs.publish} />
      <WithdrawDialog dialog={dialogs.withdraw} />
      <RevisionsDialog dialog={dialogs.revisions} />
      <CopyDialog dialog={dialogs.copy} />
      <SyncDialog dialog={dialogs.sync} />
    </Screen>
  )
}

/** What was withdrawn is published again as it is. */
const mayPublish = ({ state, isChanged, askedFor, status }: JsonDocument): boolean =>
  askedFor !== 'WITHDRAW' && (state !== 'PUBLISHED' || isChanged || status === 0)
