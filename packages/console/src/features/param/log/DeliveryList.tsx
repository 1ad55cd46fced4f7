import {
  apps,
  organizations,
  paramDeliveries,
  type ParamDeliveryRow,
  params,
} from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { deliveryTexts } from '../assignment/paramTexts.ts'
import { DeliveryButtons, SentDialog } from './DeliveryButtons.tsx'
import { columns } from './deliveryColumns.tsx'
import { differingTexts } from './paramLogTexts.ts'

/** How far terminals are with their values, the latest step first. */
export function DeliveryList() {
  const list = useList(paramDeliveries)
  const sent = useDialog<ParamDeliveryRow>()
  return (
    <>
      <Filters
        list={list}
        keyword={['paramLog.device']}
        fields={{
          sn: 'paramLog.device',
          state: { label: 'paramLog.state', options: deliveryTexts },
          differing: { label: 'paramLog.differing', options: differingTexts },
          appId: { label: 'paramLog.app', of: apps },
          from: { label: 'paramLog.from', kind: 'moment' },
          to: { label: 'paramLog.to', kind: 'moment' },
          revision: 'paramLog.revision',
          assignmentId: { label: 'paramLog.assignment', of: params },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="paramLog.emptyDeliveries"
        actionsWidth={200}
        actions={(row) => <DeliveryButtons row={row} open={() => sent.open(row)} />}
      />
      <SentDialog dialog={sent} />
    </>
  )
}
