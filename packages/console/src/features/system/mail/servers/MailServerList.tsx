import { type MailServer, mailServers, organizations } from '@muster/contract'
import { useAction } from '../../../../kit/useAction.ts'
import { useDialog } from '../../../../kit/dialog/useDialog.ts'
import { useList } from '../../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions, RowButton } from '../../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../../kit/list/ActionLine.tsx'
import { ActionItem } from '../../../../kit/list/ActionItem.tsx'
import { DataTable } from '../../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../../kit/filters/filterFields.ts'
import { Filters } from '../../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../../kit/batch/RecycleBin.tsx'
import { RemoveItem, RemoveSelected } from '../../../../kit/batch/RemoveButtons.tsx'
import { useCan } from '../../../../kit/session.ts'
import { t } from '../../../../platform/texts.ts'
import { MoreMenu } from '../../../../ui/menu/MoreMenu.tsx'
import { columns } from './mailServerColumns.tsx'

const MailServerForm = lazyDialog(() =>
  import('./MailServerForm.tsx').then((file) => file.MailServerForm),
)
const MailTestDialog = lazyDialog(() =>
  import('./MailTestDialog.tsx').then((file) => file.MailTestDialog),
)

/** What a keyword is sought in. */
const searched = ['mail.server.name', 'mail.server.host', 'mail.server.senderAddress'] as const

/** Servers that take our mail. */
export function MailServerList() {
  const list = useList(mailServers)
  const form = useDialog<MailServer>()
  const test = useDialog<MailServer>()
  const act = useAction(mailServers)
  const mayMore = useCan([mailServers.setDefault.permission, mailServers.remove.permission])
  const makeDefault = ({ id }: MailServer) => act(mailServers.setDefault, { params: { id } })
  return (
    <>
      <Filters
        list={list}
        keyword={searched}
        fields={{ orgId: { label: 'kit.orgAndBelow', of: organizations }, status: statusFilter }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={mailServers} list={list} />}
      >
        <RecycleBin of={mailServers} columns={columns} keyword={searched} />
        <AddButton code={mailServers.add.permission} dialog={form} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="mail.emptyServers"
        empty={<AddButton code={mailServers.add.permission} dialog={form} />}
        actions={(server) => (
          <RowActions>
            <EditButton code={mailServers.update.permission} onClick={() => form.open(server)} />
            <RowButton code={mailServers.test.permission} onClick={() => test.open(server)}>
              {t('mail.testShort')}
            </RowButton>
            {mayMore && (
              <MoreMenu label={t('kit.actionsOf', { name: server.name })}>
                {!server.isDefault && server.status === 1 && (
                  <ActionItem
                    code={mailServers.setDefault.permission}
                    icon="check"
                    onClick={() => void makeDefault(server)}
                  >
                    {t('mail.server.default')}
                  </ActionItem>
                )}
                <RemoveItem of={mailServers} row={server} />
              </MoreMenu>
            )}
          </RowActions>
        )}
      />
      <MailServerForm dialog={form} />
      <MailTestDialog dialog={test} />
    </>
  )
}
