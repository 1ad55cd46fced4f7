import { type Organization, organizations, type TextKey } from '@muster/contract'
import { formatNumber } from '../../platform/format.ts'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { DictionaryLabel } from '../../kit/dictionary/DictionaryLabel.tsx'

export const organizationTypeTexts: Readonly<Record<Organization['type'], TextKey>> = {
  OPERATOR: 'organization.type.OPERATOR',
  BANK: 'organization.type.BANK',
  PSP: 'organization.type.PSP',
  ISO: 'organization.type.ISO',
  DISTRIBUTOR: 'organization.type.DISTRIBUTOR',
  AGENT: 'organization.type.AGENT',
  MERCHANT_GROUP: 'organization.type.MERCHANT_GROUP',
}

export const columns: Columns<Organization> = [
  { key: 'name', title: 'organization.name', sortable: true, width: 180 },
  {
    key: 'code',
    title: 'organization.code',
    sortable: true,
    width: 110,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  {
    key: 'type',
    title: 'organization.type',
    width: 120,
    words: organizationTypeTexts,
    render: ({ type }) => <DictionaryLabel of="organization.type" value={type} />,
  },
  statusColumn(organizations),
  {
    key: 'subtreeDevices',
    title: 'organization.devices',
    width: 170,
    align: 'end',
    file: [
      { key: 'ownDevices', title: 'organization.tile.ownDevices' },
      { key: 'subtreeDevices', title: 'organization.tile.subtreeDevices' },
    ],
    render: ({ ownDevices, subtreeDevices }) =>
      `${formatNumber(ownDevices)} / ${formatNumber(subtreeDevices)}`,
  },
  { key: 'parentName', title: 'organization.parent', width: 180 },
  { key: 'areaName', title: 'organization.area', width: 100 },
  { key: 'contact', title: 'organization.contact', width: 110 },
  { key: 'level', title: 'organization.level', width: 70, align: 'end' },
  {
    key: 'createdAt',
    title: 'organization.createdAt',
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]
