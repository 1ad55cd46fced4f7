import { type Timezone, timezones } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { placeName } from '../placeName.ts'
import { offsetText } from './offsetText.ts'

export const columns: Columns<Timezone> = [
  { key: 'name', title: 'timezone.name', sortable: true },
  {
    key: 'zoneId',
    title: 'timezone.zoneId',
    sortable: true,
    render: ({ zoneId }) => <Ltr>{zoneId}</Ltr>,
  },
  { key: 'areaName', title: 'timezone.area', render: ({ areaName }) => placeName(areaName) },
  {
    key: 'offsetMinutes',
    title: 'timezone.offset',
    width: 120,
    file: [{ key: 'offsetMinutes', title: 'timezone.offsetMinutes' }],
    render: ({ offsetMinutes }) => <Ltr>{offsetText(offsetMinutes)}</Ltr>,
  },
  {
    key: 'isDaylightSaving',
    title: 'timezone.daylight',
    width: 88,
    words: yesNo,
  },
  {
    key: 'nextChangeAt',
    title: 'timezone.nextChange',
    holds: 'moment',
    render: ({ nextChangeAt }) => <Time at={nextChangeAt} />,
  },
  {
    key: 'deviceCount',
    title: 'timezone.devices',
    width: 82,
    align: 'end',
    render: ({ deviceCount }) => formatNumber(deviceCount),
  },
  { key: 'sort', title: 'timezone.sort', width: 84, align: 'end', sortable: true },
  statusColumn(timezones),
]
