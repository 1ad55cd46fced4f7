import { type Client, type ClientCalls, clients, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { TableColumn } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/Table.tsx'
import { CallsChart } from './CallsChart.tsx'
import classes from './client.module.css'

type Failed = ClientCalls['failed'][number]

/** What a client called within a day, and what of it failed. */
export function CallsDialog({ dialog }: { readonly dialog: Dialog<Client> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('client.callsOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && dialog.isOpen && <Calls key={record.id} id={record.id} />}
    </DialogFrame>
  )
}

/** Counts are written twice a second; who looks on sees them grow. */
const refreshMs = 5_000

function Calls({ id }: { readonly id: string }) {
  const read = useQuery({
    ...query(clients.calls, { params: { id } }),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
  return (
    <Loaded query={read} permission={clients.calls.permission}>
      {({ hours, failed }) => (
        <>
          <dl className={classes.sums}>
            <Sum of={hours} member="calls" title="client.callsTotal" />
            <Sum of={hours} member="errors" title="client.callsErrors" />
            <Sum of={hours} member="refused" title="client.callsRefused" />
          </dl>
          <CallsChart hours={hours} />
          <h3 className={classes.heading}>{t('client.lastFailed')}</h3>
          <div className={classes.failed}>
            <Table
              label={t('client.lastFailed')}
              columns={columns()}
              rows={failed}
              sort={null}
              onSort={() => undefined}
              instead={<p className={classes.none}>{t('client.noFailed')}</p>}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

interface SumProps {
  readonly of: ClientCalls['hours']
  readonly member: 'calls' | 'errors' | 'refused'
  readonly title: TextKey
}

function Sum({ of, member, title }: SumProps) {
  return (
    <div>
      <dt>{t(title)}</dt>
      <dd>{formatNumber(of.reduce((sum, hour) => sum + hour[member], 0))}</dd>
    </div>
  )
}

const columns = (): readonly TableColumn<Failed>[] => [
  { id: 'at', title: t('client.failed.at'), width: 160, cell: ({ at }) => <Time at={at} /> },
  {
    id: 'path',
    title: t('client.failed.call'),
    cell: ({ method, path }) => (
      <Ltr>
        {method} {path}
      </Ltr>
    ),
  },
  { id: 'code', title: t('client.failed.code'), width: 90, cell: ({ code }) => <Ltr>{code}</Ltr> },
  { id: 'ip', title: t('client.failed.ip'), width: 150, cell: ({ ip }) => <Ltr>{ip}</Ltr> },
]
