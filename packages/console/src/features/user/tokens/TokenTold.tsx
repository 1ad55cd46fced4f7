import { curlExample, nodeExample } from '@muster/contract'
import { useState } from 'react'
import { putOnClipboard } from '../../../platform/clipboard.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, Tabs } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './tokens.module.css'

interface TokenToldProps {
  readonly id: string
  readonly secret: string
  readonly close: () => void
}

/** A token's secret, which no one can read again, and programs that call with it. */
export function TokenTold({ id, secret, close }: TokenToldProps) {
  const place = { origin: globalThis.location.origin, clientId: id }
  return (
    <>
      <Callout title={t('ucenter.tokens.keep')}>{t('ucenter.tokens.keepText')}</Callout>
      <Copied label={t('ucenter.tokens.id')} text={id} />
      <Copied label={t('ucenter.tokens.secret')} text={secret} />
      <p>{t('ucenter.tokens.exampleText')}</p>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List aria-label={t('client.example')}>
          <Tabs.Tab value="curl">{t('client.example.curl')}</Tabs.Tab>
          <Tabs.Tab value="node">{t('client.example.node')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curl">
          <Program text={`export MUSTER_SECRET='${secret}'\n${curlExample(place)}`} />
        </Tabs.Panel>
        <Tabs.Panel value="node">
          <Program text={nodeExample(place)} />
        </Tabs.Panel>
      </Tabs>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>{t('ucenter.tokens.kept')}</Button>
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
  return (
    <div className={classes.copied}>
      <span>{label}</span>
      <code dir="ltr">{text}</code>
      <CopyButton label={label} text={text} />
    </div>
  )
}

function Program({ text }: { readonly text: string }) {
  return (
    <>
      <pre className={classes.code} dir="ltr">
        {text}
      </pre>
      <CopyButton label={t('client.example')} text={text} />
    </>
  )
}

function CopyButton({ label, text }: CopiedProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await putOnClipboard(text)
    setCopied(true)
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('client.copyOf', { name: label })}
      onClick={() => void copy()}
    >
      {t(isCopied ? 'client.copied' : 'client.copy')}
    </Button>
  )
}
