import { type Action, actionLog, defaultLogDays } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { RowButton } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { actionColumns } from './logColumns.tsx'

const ActionDialog = lazyDialog(() =>
  import('./ActionDialog.tsx').then((file) => file.ActionDialog),
)

/** What was done to one record, as the action log has it. */
export function RecordHistory({ id }: { readonly id: string }) {
  const list = useList(actionLog, { fixed: { target: id } })
  const detail = useDialog<Action>()
  return (
    <>
      <Filters
        list={list}
        keyword={['log.user', 'log.requestId']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
        }}
      />
      <DataTable
        list={list}
        columns={actionColumns}
        actionsWidth={100}
        actions={(action) => (
          <RowButton opens code={actionLog.detail.permission} onClick={() => detail.open(action)}>
            {t('log.details')}
          </RowButton>
        )}
      />
      <ActionDialog dialog={detail} />
    </>
  )
}
