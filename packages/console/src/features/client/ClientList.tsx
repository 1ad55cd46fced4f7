import { type Client, clients, organizations } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { useList } from '../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../kit/page/Screen.tsx'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { columns } from './clientColumns.tsx'
import { ClientMenu } from './ClientMenu.tsx'
import { kindTexts, stateTexts } from './clientTexts.ts'

const ClientForm = lazyDialog(() => import('./ClientForm.tsx').then((file) => file.ClientForm))
const NewClientDialog = lazyDialog(() =>
  import('./NewClientDialog.tsx').then((file) => file.NewClientDialog),
)
const AccessDialog = lazyDialog(() =>
  import('./AccessDialog.tsx').then((file) => file.AccessDialog),
)
const RotateDialog = lazyDialog(() =>
  import('./RotateDialog.tsx').then((file) => file.RotateDialog),
)

const CallsDialog = lazyDialog(() => import('./CallsDialog.tsx').then((file) => file.CallsDialog))
const ExampleDialog = lazyDialog(() =>
  import('./ExampleDialog.tsx').then((file) => file.ExampleDialog),
)
const WebhookDialog = lazyDialog(() =>
  import('./WebhookDialog.tsx').then((file) => file.WebhookDialog),
)

/** What a keyword is sought in. */
const searched = ['client.name'] as const

/** CLIENT: programs of others that call as themselves. */
export function ClientList() {
  const list = useList(clients)
  const form = useDialog<Client>()
  const adding = useDialog<Client>()
  const dialogs = {
    access: useDialog<Client>(),
    rotate: useDialog<Client>(),
    calls: useDialog<Client>(),
    example: useDialog<Client>(),
    webhook: useDialog<Client>(),
  }
  const add = <AddButton code={clients.add.permission} dialog={adding} />
  return (
    <Screen title="client.title">
      <Filters
        list={list}
        keyword={searched}
        fields={{
          kind: { label: 'client.kind', options: kindTexts },
          state: { label: 'client.state', options: stateTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={clients} list={list} />}
      >
        <RecycleBin of={clients} columns={columns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="client.empty"
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={clients.update.permission} onClick={() => form.open(row)} />
            <ClientMenu client={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <ClientForm dialog={form} />
      <NewClientDialog dialog={adding} />
      <AccessDialog dialog={dialogs.access} />
      <RotateDialog dialog={dialogs.rotate} />
      <CallsDialog dialog={dialogs.calls} />
      <ExampleDialog dialog={dialogs.example} />
      <WebhookDialog dialog={dialogs.webhook} />
    </Screen>
  )
}
