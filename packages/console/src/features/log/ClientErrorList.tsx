import { type ClientError, clientErrorLog, defaultLogDays } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { useList } from '../../kit/list/useList.ts'
import { RowButton } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { clientErrorColumns } from './logColumns.tsx'

const ClientErrorDialog = lazyDialog(() =>
  import('./ClientErrorDialog.tsx').then((file) => file.ClientErrorDialog),
)

/** What broke in consoles: found by the id that its user read out. */
export function ClientErrorList() {
  const list = useList(clientErrorLog)
  const detail = useDialog<ClientError>()
  return (
    <>
      <Filters
        list={list}
        columns={clientErrorColumns}
        keyword={['log.user', 'log.message', 'log.page']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
          shortId: 'log.shortId',
          userName: 'log.user',
          message: 'log.message',
        }}
      />
      <DataTable
        list={list}
        columns={clientErrorColumns}
        emptyText="log.emptyErrors"
        actionsWidth={100}
        actions={(error) => (
          <RowButton
            opens
            code={clientErrorLog.detail.permission}
            onClick={() => detail.open(error)}
          >
            {t('log.details')}
          </RowButton>
        )}
      />
      <ClientErrorDialog dialog={detail} />
    </>
  )
}
