import { apps, organizations, type ParamDeliveryRow, paramEdits } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { DeliveryButtons, SentDialog } from './DeliveryButtons.tsx'
import { editColumns } from './deliveryColumns.tsx'

/** Terminals on which somebody changed values, the latest first. */
export function EditList() {
  const list = useList(paramEdits)
  const sent = useDialog<ParamDeliveryRow>()
  return (
    <>
      <Filters
        list={list}
        keyword={['paramLog.device']}
        fields={{
          sn: 'paramLog.device',
          pid: 'paramLog.pid',
          appId: { label: 'paramLog.app', of: apps },
          from: { label: 'paramLog.from', kind: 'moment' },
          to: { label: 'paramLog.to', kind: 'moment' },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
        }}
      />
      <ActionLine list={list} columns={editColumns}>
        <ExportButton list={list} columns={editColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={editColumns}
        emptyText="paramLog.emptyEdits"
        actionsWidth={200}
        actions={(row) => <DeliveryButtons row={row} open={() => sent.open(row)} />}
      />
      <SentDialog dialog={sent} />
    </>
  )
}
