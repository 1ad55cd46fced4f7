import { apps, organizations, paramEdits } from '@muster/contract'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { editColumns } from './deliveryColumns.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'

/** Terminals on which somebody changed values, the latest first. */
export function EditList() {
  const list = useList(paramEdits)
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
      <DeliveryTable list={list} columns={editColumns} emptyText="paramLog.emptyEdits" />
    </>
  )
}
