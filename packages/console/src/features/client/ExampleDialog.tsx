import { type Client, curlExample, nodeExample } from '@muster/contract'
import type { Dialog } from '../../kit/list/useDialog.ts'
import { DialogFrame } from '../../kit/parts/DialogFrame.tsx'
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
      {record && <Examples clientId={record.id} />}
    </DialogFrame>
  )
}

function Examples({ clientId }: { readonly clientId: string }) {
  const { origin } = globalThis.location
  return (
    <>
      <p>{t('client.exampleText')}</p>
      <Tabs defaultValue="node" keepMounted={false}>
        <Tabs.List aria-label={t('client.example')}>
          <Tabs.Tab value="node">{t('client.example.node')}</Tabs.Tab>
          <Tabs.Tab value="curl">{t('client.example.curl')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="node">
          <pre className={classes.code} dir="ltr">
            {nodeExample({ origin, clientId })}
          </pre>
        </Tabs.Panel>
        <Tabs.Panel value="curl">
          <pre className={classes.code} dir="ltr">
            {curlExample({ origin, clientId })}
          </pre>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
