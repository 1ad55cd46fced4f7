import { type Vendor, vendors } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr } from '../../kit/page/values.tsx'

export const columns: Columns<Vendor> = [
  { key: 'name', title: 'vendor.name', sortable: true },
  { key: 'code', title: 'vendor.code', sortable: true, render: ({ code }) => <Ltr>{code}</Ltr> },
  {
    key: 'country',
    title: 'vendor.country',
    width: 80,
    render: ({ country }) => <Ltr>{country}</Ltr>,
  },
  { key: 'contact', title: 'vendor.contact' },
  { key: 'modelCount', title: 'vendor.models', width: 76, align: 'end' },
  { key: 'deviceCount', title: 'vendor.devices', width: 76, align: 'end' },
  { key: 'warrantyMonths', title: 'vendor.warrantyMonths', width: 120, align: 'end' },
  updatedAtColumn,
  statusColumn(vendors),
]
