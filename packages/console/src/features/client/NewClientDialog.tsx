import { type Client, clients } from '@muster/contract'
import { useState } from 'react'
import { fieldProblems } from '../../kit/callError.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { focusFault } from '../../kit/form/focusField.ts'
import { useFields } from '../../kit/form/useFields.ts'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { CancelButton } from '../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import { ClientFields, newClient } from './ClientFields.tsx'
import classes from './client.module.css'
import { ClientSecret } from './ClientSecret.tsx'

/** Adds a client and tells its secret, once. */
export function NewClientDialog({ dialog }: { readonly dialog: Dialog<Client> }) {
  const [made, setMade] = useState<Client | null>(null)
  const close = () => {
    dialog.close()
    setMade(null)
  }
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={close}
      title={made ? t('client.secretOf', { name: made.name }) : t('client.add')}
      size="lg"
    >
      {made?.secret ? (
        <ClientSecret client={made} secret={made.secret} close={close} />
      ) : (
        <NewClient onMade={setMade} close={close} />
      )}
    </DialogFrame>
  )
}

interface NewClientProps {
  readonly onMade: (client: Client) => void
  readonly close: () => void
}

function NewClient({ onMade, close }: NewClientProps) {
  const send = useSend(clients)
  const form = useFields(clients.add, newClient)
  const { submit, isSending } = useSubmit(async (frame) => {
    const body = form.read()
    if (!body) return focusFault(frame)
    const outcome = await outcomeOf(send(clients.add, { body }))
    if ('reply' in outcome) return onMade(outcome.reply)
    const problems = fieldProblems(outcome.error)
    form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
    focusFault(frame)
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <ClientFields field={form.field} />
      </div>
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button type="submit" loading={isSending}>
          {t('kit.add')}
        </Button>
      </Group>
    </form>
  )
}
