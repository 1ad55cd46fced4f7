import { type Client, clients, secretOverlapHours } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../kit/useAction.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { CancelButton } from '../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { t } from '../../platform/texts.ts'
import { Button, Checkbox, Group } from '../../ui/controls.ts'
import { ClientSecret } from './ClientSecret.tsx'

/** Gives a client a new secret and tells it, once. */
export function RotateDialog({ dialog }: { readonly dialog: Dialog<Client> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('client.rotateOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && dialog.isOpen && <Rotate key={record.id} client={record} close={dialog.close} />}
    </DialogFrame>
  )
}

function Rotate({ client, close }: { readonly client: Client; readonly close: () => void }) {
  const [endsOldNow, setEndsOldNow] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const act = useAction(clients)
  const rotate = async () => {
    const done = await act(clients.rotate, { params: { id: client.id }, body: { endsOldNow } })
    if (done) setSecret(done.reply.secret)
  }
  if (secret !== null) return <ClientSecret client={client} secret={secret} close={close} />
  return (
    <>
      <p>{t('client.rotateText', { hours: secretOverlapHours })}</p>
      <Checkbox
        label={t('client.endsOldNow')}
        description={t('client.endsOldNowHint')}
        checked={endsOldNow}
        onChange={(event) => setEndsOldNow(event.currentTarget.checked)}
      />
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button {...(endsOldNow ? { color: 'red' } : {})} onClick={() => void rotate()}>
          {t('client.rotate')}
        </Button>
      </Group>
    </>
  )
}
