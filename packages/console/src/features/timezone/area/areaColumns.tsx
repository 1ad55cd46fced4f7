import { type Area, areas, type TextKey } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { countryName, placeName } from '../placeName.ts'

export const areaTypeTexts: Readonly<Record<Area['type'], TextKey>> = {
  continent: 'area.type.continent',
  country: 'area.type.country',
  province: 'area.type.province',
  city: 'area.type.city',
  zone: 'area.type.zone',
}

export const columns: Columns<Area> = [
  { key: 'name', title: 'area.name', width: 128, sortable: true, render: areaName },
  {
    key: 'code',
    title: 'area.code',
    width: 92,
    sortable: true,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  { key: 'type', title: 'area.type', width: 80, words: areaTypeTexts },
  {
    key: 'parentName',
    title: 'area.parent',
    width: 112,
    render: ({ parentName }) => placeName(parentName),
  },
  { key: 'timezoneName', title: 'area.timezone', width: 112 },
  {
    key: 'iso2',
    title: 'area.iso',
    width: 84,
    file: [
      { key: 'iso2', title: 'area.iso2' },
      { key: 'iso3', title: 'area.iso3' },
    ],
    render: ({ iso2, iso3 }) => <Ltr>{[iso2, iso3].filter(Boolean).join(' ')}</Ltr>,
  },
  {
    key: 'phoneCode',
    title: 'area.phoneCode',
    width: 104,
    render: ({ phoneCode }) => <Ltr>{phoneCode}</Ltr>,
  },
  {
    key: 'currency',
    title: 'area.currency',
    width: 92,
    render: ({ currency }) => <Ltr>{currency}</Ltr>,
  },
  { key: 'timezoneCount', title: 'area.timezones', width: 76, align: 'end' },
  statusColumn(areas),
  { key: 'sort', title: 'area.sort', width: 78, align: 'end', sortable: true },
]

/** A shipped area has its name in the reader's language; what somebody has edited is called as he wrote it. */
function areaName({ name, type, iso2, updatedBy }: Area): string {
  if (updatedBy !== null) return name
  return (type === 'country' && countryName(iso2)) || placeName(name)
}
