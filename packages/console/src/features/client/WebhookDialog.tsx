import { type Client, type Delivery, type TextKey, webhooks } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../kit/useAction.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { localState, useRows } from '../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import type { Columns } from '../../kit/list/columns.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ScreenLabel } from '../../kit/page/screenLabel.ts'
import { Ltr, StatusBadge, Time } from '../../kit/page/values.tsx'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import { Callout } from '../../ui/form/Callout.tsx'
import { changed } from '../../ui/table/listState.ts'
import classes from './client.module.css'
import { eventText, eventTexts } from './clientTexts.ts'

const stateTexts: Readonly<Record<Delivery['state'], TextKey>> = {
  QUEUED: 'client.delivery.QUEUED',
  SENT: 'client.delivery.SENT',
  FAILED: 'client.delivery.FAILED',
}
const stateTones = { QUEUED: 'waiting', SENT: 'good', FAILED: 'bad' } as const

const columns: Columns<Delivery> = [
  { key: 'at', title: 'client.delivery.at', holds: 'moment', render: ({ at }) => <Time at={at} /> },
  { key: 'event', title: 'client.delivery.event', render: ({ event }) => eventText(event) },
  {
    key: 'state',
    title: 'client.delivery.state',
    width: 100,
    render: ({ state }) => (
      <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
    ),
  },
  { key: 'attempts', title: 'client.delivery.attempts', width: 80, align: 'end' },
  {
    key: 'status',
    title: 'client.delivery.answer',
    render: ({ status, error, durationMs }) => (
      <span title={durationMs === null ? '' : took(durationMs)}>
        <Ltr>{status ?? error}</Ltr>
      </span>
    ),
  },
  {
    key: 'nextAttemptAt',
    title: 'client.delivery.next',
    holds: 'moment',
    render: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />,
  },
]

const took = (durationMs: number) => t('client.delivery.ms', { ms: formatNumber(durationMs) })

/** What was sent to a client, and what became of it. */
export function WebhookDialog({ dialog }: { readonly dialog: Dialog<Client> }) {
  const { record } = dialog
  const title = t('client.webhookOf', { name: record?.name ?? '' })
  return (
    <DialogFrame looksOnly isOpen={dialog.isOpen} close={dialog.close} title={title} size="80rem">
      {record && dialog.isOpen && (
        <ScreenLabel value={title}>
          <Deliveries key={record.id} client={record} />
        </ScreenLabel>
      )}
    </DialogFrame>
  )
}

function Deliveries({ client }: { readonly client: Client }) {
  const [state, setState] = useState(localState)
  const [opened, setOpened] = useState<Delivery | null>(null)
  const act = useAction(webhooks)
  const params = { id: client.id }
  const change = (next: Partial<typeof state>) => setState(changed(state, next))
  const list = useRows(webhooks.log, { params }, { state, change })
  return (
    <div className={classes.deliveries} data-screen="">
      <StateNote state={client.webhookState} />
      <Filters
        list={list}
        keyword={['client.delivery.body', 'client.delivery.answer']}
        fields={{
          event: { label: 'client.delivery.event', options: eventTexts },
          state: { label: 'client.delivery.state', options: stateTexts },
        }}
      />
      <Group>
        <Button onClick={() => void act(webhooks.test, { params })}>{t('client.sendTest')}</Button>
      </Group>
      <DataTable
        list={list}
        columns={columns}
        emptyText="client.emptyWebhooks"
        actionsWidth={230}
        actions={(row) => (
          <RowActions>
            <RowButton opens code={webhooks.log.permission} onClick={() => setOpened(row)}>
              {t('client.delivery.body')}
            </RowButton>
            <RowButton
              code={webhooks.replay.permission}
              onClick={() => void act(webhooks.replay, { params: { logId: row.id } })}
            >
              {t('client.replay')}
            </RowButton>
          </RowActions>
        )}
      />
      <DialogFrame
        looksOnly
        isOpen={opened !== null}
        close={() => setOpened(null)}
        title={t('client.delivery.body')}
        size="lg"
      >
        <pre className={classes.code} dir="ltr">
          {opened && JSON.stringify(JSON.parse(opened.body), null, 2)}
        </pre>
      </DialogFrame>
    </div>
  )
}

function StateNote({ state }: { readonly state: Client['webhookState'] }) {
  if (state === 'STOPPED')
    return <Callout title={t('client.webhookState.STOPPED')}>{t('client.stoppedText')}</Callout>
  if (state === 'FAILING')
    return <Callout title={t('client.webhookState.FAILING')}>{t('client.failingText')}</Callout>
  return null
}
