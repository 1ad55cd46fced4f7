import { type LngLat, type Location, nearestCity } from '@muster/contract'
import { cityName } from '../../../kit/map/cityName.ts'
import { toGcj02 } from '../../../kit/map/gcj02.ts'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { degreesText } from '../facts/degreesText.ts'
import { presenceTexts } from '../facts/deviceTexts.ts'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { DeviceLink } from '../facts/DeviceLink.tsx'

/** Which map a screen shows: China's shifts what it shows, and only that. */
export type MapKind = 'world' | 'china'

/** How a map shows a place. */
export const shownBy = (map: MapKind, place: LngLat): LngLat =>
  map === 'china' ? toGcj02(place) : place

export const placeOf = ({
  longitude,
  latitude,
}: Pick<Location, 'longitude' | 'latitude'>): LngLat => [longitude, latitude]

/** The nearest city, and how far it is. */
export function Near({ at }: { readonly at: LngLat }) {
  const { city, kilometres } = nearestCity(at)
  const place = cityName(city)
  // Further away a city tells nobody where it is.
  if (kilometres > 500) return nothing
  if (kilometres < 8) return place
  return t('location.nearPlace', { distance: formatNumber(Math.round(kilometres)), place })
}

const coordinatesOf = (map: MapKind): Columns<Location>[number] => ({
  key: 'latitude',
  title: map === 'china' ? 'location.coordinatesShifted' : 'location.coordinates',
  width: 160,
  // What leaves the console is WGS-84, as it was reported.
  file: [
    { key: 'latitude', title: 'location.latitude' },
    { key: 'longitude', title: 'location.longitude' },
  ],
  render: (row) => <Ltr>{degreesText(shownBy(map, placeOf(row)))}</Ltr>,
})

const restColumns: Columns<Location> = [
  {
    key: 'longitude',
    title: 'location.near',
    file: [],
    render: (row) => <Near at={placeOf(row)} />,
  },
  {
    key: 'accuracy',
    title: 'location.accuracy',
    width: 90,
    align: 'end',
    render: ({ accuracy }) =>
      accuracy === null ? nothing : t('location.metres', { count: Math.round(accuracy) }),
  },
  {
    key: 'source',
    title: 'location.source',
    width: 90,
    render: ({ source }) => <Ltr>{source}</Ltr>,
  },
  {
    key: 'movedAt',
    title: 'location.movedAt',
    width: 120,
    render: ({ movedAt }) => <RelativeTime at={movedAt} />,
  },
  {
    key: 'reportedAt',
    title: 'location.reportedAt',
    width: 120,
    render: ({ reportedAt }) => <RelativeTime at={reportedAt} />,
  },
]

export const columnsOf = (map: MapKind): Columns<Location> => [
  {
    key: 'sn',
    title: 'device.sn',
    sortable: true,
    width: 136,
    render: ({ id, sn }) => <DeviceLink id={id} sn={sn} tab="location" />,
  },
  { key: 'name', title: 'device.name', sortable: true },
  { key: 'presence', title: 'device.presence', width: 110, words: presenceTexts, render: Presence },
  { key: 'orgName', title: 'device.organization', sortable: true },
  coordinatesOf(map),
  ...restColumns,
]
