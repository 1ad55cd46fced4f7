import { type Vendor, vendors } from '@muster/contract'
import { type Columns, statusWords } from '../../kit/list/columns.tsx'
import { StatusSwitch } from '../../kit/batch/StatusSwitch.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'

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
  {
    key: 'updatedAt',
    title: 'kit.updatedAt',
    width: 140,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  {
    key: 'status',
    title: 'kit.status',
    width: 104,
    words: statusWords,
    render: (vendor) => <StatusSwitch of={vendors} row={vendor} />,
  },
]
