import { type Client, clients, webhooks } from '@muster/contract'
import type { ReactNode } from 'react'
import type { Dialog } from '../../kit/list/useDialog.ts'
import { useBatch } from '../../kit/list/useBatch.ts'
import { useCan } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
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
      <Item code={clients.rights.permission} icon="eye" onClick={() => dialogs.access.open(client)}>
        {t('client.access')}
      </Item>
      <Item
        code={clients.rotate.permission}
        icon="restore"
        onClick={() => dialogs.rotate.open(client)}
      >
        {t('client.rotate')}
      </Item>
      {client.kind !== 'WEBHOOK' && (
        <>
          <Item
            code={clients.calls.permission}
            icon="search"
            onClick={() => dialogs.calls.open(client)}
          >
            {t('client.calls')}
          </Item>
          <Item
            code={clients.detail.permission}
            icon="info"
            onClick={() => dialogs.example.open(client)}
          >
            {t('client.example')}
          </Item>
        </>
      )}
      {client.callbackUrl !== null && (
        <Item
          code={webhooks.log.permission}
          icon="message"
          onClick={() => dialogs.webhook.open(client)}
        >
          {t('client.webhook')}
        </Item>
      )}
      <Item code={clients.remove.permission} icon="trash" onClick={remove}>
        {t('kit.remove')}
      </Item>
    </MoreMenu>
  )
}

interface ItemProps {
  readonly code: string
  readonly icon: IconName
  readonly onClick: () => void
  readonly children: ReactNode
}

function Item({ code, icon, onClick, children }: ItemProps) {
  if (!useCan(code)) return null
  return (
    <Menu.Item leftSection={<Icon name={icon} />} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}
