import { type Vendor, vendors } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../kit/list/usualColumns.tsx'
import { Thumbnail } from '../../kit/image/Thumbnail.tsx'
import { Ltr, Words } from '../../kit/page/values.tsx'
import { formatCountry } from '../../platform/format.ts'
import classes from './vendor.module.css'
import { vendorPath } from './vendorPath.ts'

export const columns: Columns<Vendor> = [
  {
    key: 'name',
    title: 'vendor.name',
    sortable: true,
    render: ({ id, name, logo }) => (
      <Thumbnail name={logo}>
        <a className={classes.link} href={`#${vendorPath(id)}`}>
          {name}
        </a>
      </Thumbnail>
    ),
  },
  { key: 'code', title: 'vendor.code', sortable: true, render: ({ code }) => <Ltr>{code}</Ltr> },
  {
    key: 'country',
    title: 'vendor.country',
    width: 130,
    words: 'country.{country}',
    render: ({ country }) => <Words>{formatCountry(country)}</Words>,
  },
  { key: 'contact', title: 'vendor.contact' },
  {
    key: 'website',
    title: 'vendor.website',
    render: ({ website }) => <Ltr>{website}</Ltr>,
  },
  { key: 'modelCount', title: 'vendor.models', width: 76, align: 'end' },
  { key: 'deviceCount', title: 'vendor.devices', width: 76, align: 'end' },
  { key: 'warrantyMonths', title: 'vendor.warrantyMonths', width: 120, align: 'end' },
  updatedAtColumn,
  statusColumn(vendors),
]
