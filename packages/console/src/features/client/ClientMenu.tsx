import { type Client, clients, webhooks } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { useBatch } from '../../kit/batch/useBatch.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'

/** The dialogs about one client. */
export interface ClientDialogs {
  readonly access: Dialog<Client>
  readonly rotate: Dialog<Client>
  readonly calls: Dialog<Client>
  readonly example: Dialog<Client>
  readonly webhook: Dialog<Client>
}

interface ClientMenuProps {
  readonly client: Client
  readonly dialogs: ClientDialogs
}

/** What can be done to a client, beside editing it. */
export function ClientMenu({ client, dialogs }: ClientMenuProps) {
  const batch = useBatch(clients)
  const remove = () => void batch('remove', { id: client.id })
  return (
    <MoreMenu label={t('client.actionsOf', { name: client.name })}>
      <ActionItem
        code={clients.rights.permission}
        icon="eye"
        onClick={() => dialogs.access.open(client)}
      >
        {t('client.access')}
      </ActionItem>
      <ActionItem
        code={clients.rotate.permission}
        icon="restore"
        onClick={() => dialogs.rotate.open(client)}
      >
        {t('client.rotate')}
      </ActionItem>
      {client.kind !== 'WEBHOOK' && (
        <>
          <ActionItem
            code={clients.calls.permission}
            icon="search"
            onClick={() => dialogs.calls.open(client)}
          >
            {t('client.calls')}
          </ActionItem>
          <ActionItem
            code={clients.detail.permission}
            icon="info"
            onClick={() => dialogs.example.open(client)}
          >
            {t('client.example')}
          </ActionItem>
        </>
      )}
      {client.callbackUrl !== null && (
        <ActionItem
          code={webhooks.log.permission}
          icon="message"
          onClick={() => dialogs.webhook.open(client)}
        >
          {t('client.webhook')}
        </ActionItem>
      )}
      <ActionItem code={clients.remove.permission} icon="trash" isDangerous onClick={remove}>
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
