import { organizations, paramDeliveries, params } from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { deliveryTexts } from '../assignment/paramTexts.ts'
import { columns } from './deliveryColumns.tsx'

/** How far terminals are with their values, the latest step first. */
export function DeliveryList() {
  const list = useList(paramDeliveries)
  return (
    <>
      <Filters
        list={list}
        keyword={['paramLog.device']}
        fields={{
          sn: 'paramLog.device',
          state: { label: 'paramLog.state', options: deliveryTexts },
          revision: 'paramLog.revision',
          assignmentId: { label: 'paramLog.assignment', of: params },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="paramLog.emptyDeliveries" />
    </>
  )
}
