import type { Client } from '@muster/contract'
import { useState } from 'react'
import { putOnClipboard } from '../../platform/clipboard.ts'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import { Callout } from '../../ui/form/Callout.tsx'
import classes from './client.module.css'

interface SecretOnceProps {
  readonly client: Client
  readonly secret: string
  readonly close: () => void
}

/** A client's id and its secret, which no one can read again. */
export function SecretOnce({ client, secret, close }: SecretOnceProps) {
  return (
    <>
      <Callout title={t('client.secretTitle')}>
        {t(client.publicKey ? 'client.secretForEvents' : 'client.secretOnce')}
      </Callout>
      <Copied label={t('client.id')} text={client.id} />
      <Copied label={t('client.secret')} text={secret} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>{t('kit.close')}</Button>
      </Group>
    </>
  )
}

interface CopiedProps {
  readonly label: string
  readonly text: string
}

/** A text to take along by one press. */
function Copied({ label, text }: CopiedProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await putOnClipboard(text)
    setCopied(true)
  }
  return (
    <div className={classes.copied}>
      <span>{label}</span>
      <code dir="ltr">{text}</code>
      <Button
        size="xs"
        variant="default"
        aria-label={t('client.copyOf', { name: label })}
        onClick={() => void copy()}
      >
        {t(isCopied ? 'client.copied' : 'client.copy')}
      </Button>
    </div>
  )
}
