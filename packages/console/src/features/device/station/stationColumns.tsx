import { type Station, stations } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DeviceCount } from '../facts/DeviceCount.tsx'
import { degreesText } from '../facts/degreesText.ts'
import { hoursWords } from './hoursWords.ts'
import { stationTypeTexts } from './stationTexts.ts'

export const columns: Columns<Station> = [
  { key: 'name', title: 'station.name', sortable: true, width: 220 },
  {
    key: 'code',
    title: 'station.code',
    sortable: true,
    width: 120,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  {
    key: 'type',
    title: 'station.type',
    sortable: true,
    width: 108,
    words: stationTypeTexts,
    render: ({ type }) => t(stationTypeTexts[type]),
  },
  { key: 'merchantName', title: 'station.merchant', sortable: true, width: 150 },
  { key: 'orgName', title: 'station.organization', sortable: true, width: 130 },
  { key: 'address', title: 'station.address' },
  {
    key: 'deviceCount',
    title: 'station.devices',
    sortable: true,
    width: 136,
    file: [
      { key: 'deviceCount', title: 'station.devices' },
      { key: 'expectedDevices', title: 'station.expected' },
    ],
    render: (station) => (
      <DeviceCount count={station.deviceCount} of={{ stationId: station.id }}>
        {countWords(station)}
      </DeviceCount>
    ),
  },
  {
    key: 'fenceRadius',
    title: 'station.fence',
    width: 110,
    render: Fence,
  },
  { key: 'contact', title: 'station.contact', width: 120 },
  statusColumn(stations),
  { key: 'mid', title: 'station.mid', width: 120, render: ({ mid }) => <Ltr>{mid}</Ltr> },
  { key: 'mcc', title: 'station.mcc', width: 80, render: ({ mcc }) => <Ltr>{mcc}</Ltr> },
  {
    key: 'categories',
    title: 'station.categories',
    width: 160,
    render: ({ categories }) => categories.map(({ name }) => name).join(', '),
  },
  { key: 'areaName', title: 'station.area', sortable: true, width: 120 },
  {
    key: 'latitude',
    title: 'station.coordinates',
    width: 160,
    file: [
      { key: 'latitude', title: 'station.latitude' },
      { key: 'longitude', title: 'station.longitude' },
    ],
    render: ({ latitude, longitude }) => (
      <Ltr>{latitude === null || longitude === null ? '' : degreesText([longitude, latitude])}</Ltr>
    ),
  },
  {
    key: 'attributes',
    title: 'station.attributes',
    width: 200,
    render: ({ attributes }) => attributes.map(({ name, value }) => `${name}: ${value}`).join('; '),
  },
  {
    key: 'businessHours',
    title: 'station.hours',
    width: 240,
    isExtra: true,
    // Said in the reader's words; a sheet has a column for neither.
    file: [],
    render: ({ businessHours }) => (businessHours ? hoursWords(businessHours) : nothing),
  },
  { key: 'phone', title: 'station.phone', width: 140, render: ({ phone }) => <Ltr>{phone}</Ltr> },
]

/** What tells a station in the recycle bin from others. */
export const binColumns: Columns<Station> = columns.filter(({ key }) =>
  ['name', 'code', 'type', 'orgName', 'address'].includes(key),
)

/** How many terminals are there, and whether that is how many should be. */
function countWords({ deviceCount, expectedDevices, mismatch }: Station) {
  const count = formatNumber(deviceCount)
  if (expectedDevices === null) return count
  // "13 of 11" would be a riddle.
  const key = deviceCount > expectedDevices ? 'station.devicesBeyond' : 'station.devicesOf'
  const text = t(key, { count, expected: formatNumber(expectedDevices) })
  return <StatusBadge tone={mismatch === 1 ? 'waiting' : 'good'}>{text}</StatusBadge>
}

function Fence({ fenceKind, fenceRadius }: Station) {
  if (fenceKind === null) return nothing
  if (fenceRadius === null) return t('station.fenceKind.POLYGON')
  return t('device.metres', { count: fenceRadius })
}
