import { curlExample, nodeExample } from '@muster/contract'
import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import classes from './tokens.module.css'

interface TokenSecretProps {
  readonly id: string
  readonly secret: string
  readonly close: () => void
}

/** A token's secret, which no one can read again, and programs that call with it. */
export function TokenSecret({ id, secret, close }: TokenSecretProps) {
  const place = { origin: globalThis.location.origin, clientId: id }
  return (
    <SecretOnce
      title="ucenter.tokens.keep"
      text="ucenter.tokens.keepText"
      lines={[
        { label: 'ucenter.tokens.id', text: id },
        { label: 'ucenter.tokens.secret', text: secret },
      ]}
      close={close}
      closeText="ucenter.tokens.kept"
    >
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
    </SecretOnce>
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
