import { type Client, curlExample, nodeExample } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import classes from './client.module.css'

/** Programs that call as this client, ready to run. */
export function ExampleDialog({ dialog }: { readonly dialog: Dialog<Client> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('client.exampleOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && <Examples client={record} />}
    </DialogFrame>
  )
}

function Examples({ client }: { readonly client: Client }) {
  const hasKey = client.publicKey !== null
  const place = { origin: globalThis.location.origin, clientId: client.id, hasKey }
  return (
    <>
      <p>{t(hasKey ? 'client.exampleKeyText' : 'client.exampleText')}</p>
      <Tabs defaultValue="node" keepMounted={false}>
        <Tabs.List aria-label={t('client.example')}>
          <Tabs.Tab value="node">{t('client.example.node')}</Tabs.Tab>
          <Tabs.Tab value="curl">{t('client.example.curl')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="node">
          <pre className={classes.code} dir="ltr">
            {nodeExample(place)}
          </pre>
        </Tabs.Panel>
        <Tabs.Panel value="curl">
          <pre className={classes.code} dir="ltr">
            {curlExample(place)}
          </pre>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
