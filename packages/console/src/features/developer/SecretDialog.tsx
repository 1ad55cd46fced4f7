import { type Developer, developerOverlapHours, developers } from '@muster/contract'
import { useState } from 'react'
import { SecretOnce } from '../../kit/copy/SecretOnce.tsx'
import { CancelButton } from '../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { Button, Checkbox, Group } from '../../ui/controls.ts'
import classes from './developer.module.css'
import { signingExample } from './signingExample.ts'

/** Gives a developer a new secret and tells it, once. */
export function SecretDialog({ dialog }: { readonly dialog: Dialog<Developer> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('developer.secretOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && isOpen && <NewSecret key={record.id} developer={record} close={close} />}
    </DialogFrame>
  )
}

interface NewSecretProps {
  readonly developer: Developer
  readonly close: () => void
}

function NewSecret({ developer: { id }, close }: NewSecretProps) {
  const [endsOldNow, setEndsOldNow] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const act = useAction(developers)
  const make = async () => {
    const done = await act(developers.secret, { params: { id }, body: { endsOldNow } })
    if (done) setSecret(done.reply.secret)
  }
  if (secret !== null) return <Made id={id} secret={secret} close={close} />
  return (
    <>
      <p>{t('developer.secretText', { hours: developerOverlapHours })}</p>
      <Checkbox
        label={t('developer.endsOldNow')}
        description={t('developer.endsOldNowHint')}
        checked={endsOldNow}
        onChange={(event) => setEndsOldNow(event.currentTarget.checked)}
      />
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button {...(endsOldNow ? { color: 'red' } : {})} onClick={() => void make()}>
          {t('developer.secret')}
        </Button>
      </Group>
    </>
  )
}

interface MadeProps {
  readonly id: string
  readonly secret: string
  readonly close: () => void
}

function Made({ id, secret, close }: MadeProps) {
  return (
    <SecretOnce
      title="developer.secretTitle"
      text="developer.secretOnce"
      lines={[
        { label: 'developer.id', text: id },
        { label: 'developer.secretValue', text: secret },
      ]}
      close={close}
    >
      <h3 className={classes.heading}>{t('developer.signExample')}</h3>
      <pre className={classes.code} dir="ltr">
        {signingExample(location.origin, id)}
      </pre>
    </SecretOnce>
  )
}
