import { type Vendor, vendors } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../kit/list/usualColumns.tsx'
import { Thumbnail } from '../../kit/image/Thumbnail.tsx'
import { Ltr, StatusBadge, Words } from '../../kit/page/values.tsx'
import { formatCountry, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { DeviceCount } from '../device/index.ts'
import { signingTexts } from './signingTexts.ts'
import classes from './vendor.module.css'
import { vendorPath } from './vendorPath.ts'

export const columns: Columns<Vendor> = [
  {
    key: 'name',
    title: 'vendor.name',
    sortable: true,
    width: 180,
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
  {
    key: 'deviceCount',
    title: 'vendor.devices',
    width: 76,
    align: 'end',
    render: ({ id, deviceCount }) => <DeviceCount count={deviceCount} of={{ vendorId: id }} />,
  },
  {
    key: 'firmwareCount',
    title: 'vendor.firmware',
    width: 90,
    align: 'end',
    render: ({ firmwareCount }) => (
      <span title={t('vendor.firmwareLong')}>{formatNumber(firmwareCount)}</span>
    ),
  },
  {
    key: 'signingMode',
    title: 'vendor.signingMode',
    sortable: true,
    width: 150,
    words: signingTexts,
    render: Signing,
  },
  { key: 'warrantyMonths', title: 'vendor.warrantyMonths', width: 120, align: 'end' },
  updatedAtColumn,
  statusColumn(vendors),
]

/** Who signs; a service that did not when it was last asked shows in red. */
function Signing({ signingMode, signerFault, signerTestedAt }: Vendor) {
  const text = t(signingTexts[signingMode])
  if (signingMode !== 'ONLINE' || signerTestedAt === null) return text
  const says =
    signerFault === null ? t('vendor.signerGood') : t(`vendor.signerFault.${signerFault}`)
  return (
    <span title={says}>
      <StatusBadge tone={signerFault === null ? 'good' : 'bad'}>{text}</StatusBadge>
    </span>
  )
}
