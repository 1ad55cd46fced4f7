import { type Developer, developers, organizations } from '@muster/contract'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { columns } from './developerColumns.tsx'
import { DeveloperMenu } from './DeveloperMenu.tsx'
import { stateTexts, typeTexts } from './developerTexts.ts'
import type { Reasoned } from './ReasonDialog.tsx'

const DeveloperForm = lazyDialog(() =>
  import('./DeveloperForm.tsx').then((file) => file.DeveloperForm),
)
const ApproveDialog = lazyDialog(() =>
  import('./ApproveDialog.tsx').then((file) => file.ApproveDialog),
)
const ReasonDialog = lazyDialog(() =>
  import('./ReasonDialog.tsx').then((file) => file.ReasonDialog),
)
const AgreeDialog = lazyDialog(() => import('./AgreeDialog.tsx').then((file) => file.AgreeDialog))
const SecretDialog = lazyDialog(() =>
  import('./SecretDialog.tsx').then((file) => file.SecretDialog),
)

const MessageDialog = lazyDialog(() =>
  import('./MessageDialog.tsx').then((file) => file.MessageDialog),
)

const MembersDialog = lazyDialog(() =>
  import('./MembersDialog.tsx').then((file) => file.MembersDialog),
)

const keyword = ['developer.name', 'developer.email', 'developer.licenceNo'] as const

/** DEVELOPER: who makes applications for terminals, and whether he may. */
export function DeveloperList() {
  const list = useList(developers)
  const form = useDialog<Developer>()
  const dialogs = {
    approve: useDialog<Developer>(),
    reason: useDialog<Reasoned>(),
    agree: useDialog<Developer>(),
    secret: useDialog<Developer>(),
    message: useDialog<Developer>(),
    members: useDialog<Developer>(),
  }
  const add = <AddButton code={developers.add.permission} dialog={form} />
  return (
    <Screen title="developer.title">
      <Filters
        list={list}
        keyword={keyword}
        fields={{
          state: { label: 'developer.state', options: stateTexts },
          type: { label: 'developer.type', options: typeTexts },
          country: 'developer.country',
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={developers} list={list} />}
      >
        <RecycleBin of={developers} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="developer.empty"
        actions={(row) => (
          <RowActions>
            <EditButton code={developers.update.permission} onClick={() => form.open(row)} />
            <DeveloperMenu developer={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <DeveloperForm dialog={form} />
      <ApproveDialog dialog={dialogs.approve} />
      <ReasonDialog dialog={dialogs.reason} />
      <AgreeDialog dialog={dialogs.agree} />
      <SecretDialog dialog={dialogs.secret} />
      <MessageDialog dialog={dialogs.message} />
      <MembersDialog dialog={dialogs.members} />
    </Screen>
  )
}
