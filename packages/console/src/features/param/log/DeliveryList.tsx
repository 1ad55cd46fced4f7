import { apps, jsonDocuments, organizations, paramDeliveries, params } from '@muster/contract'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { deliveryTexts } from '../assignment/paramTexts.ts'
import { columns } from './deliveryColumns.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { differingTexts } from './paramLogTexts.ts'

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
          differing: { label: 'paramLog.differing', options: differingTexts },
          appId: { label: 'paramLog.app', of: apps },
          from: { label: 'paramLog.from', kind: 'moment' },
          to: { label: 'paramLog.to', kind: 'moment' },
          revision: 'paramLog.revision',
          assignmentId: { label: 'paramLog.assignment', of: params },
          documentId: { label: 'paramLog.document', of: jsonDocuments },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
        }}
      />
      <DeliveryTable list={list} columns={columns} emptyText="paramLog.emptyDeliveries" />
    </>
  )
}
