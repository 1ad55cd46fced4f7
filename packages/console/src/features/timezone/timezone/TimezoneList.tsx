import { areas, timezones } from '@muster/contract'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { columns } from './timezoneColumns.tsx'

const TimezoneForm = lazyDialog(() =>
  import('./TimezoneForm.tsx').then((file) => file.TimezoneForm),
)

/** TIMEZONE: the time zones that forms offer and terminals are told. */
export function TimezoneList() {
  return (
    <RecordScreen
      of={timezones}
      title="timezone.title"
      emptyText="timezone.empty"
      columns={columns}
      filters={{
        zoneId: 'timezone.zoneId',
        areaId: { label: 'timezone.area', of: areas },
        status: statusFilter,
      }}
      keyword={['timezone.keyword']}
      Form={TimezoneForm}
    />
  )
}
