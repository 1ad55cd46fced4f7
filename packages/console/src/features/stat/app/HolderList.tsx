import {
  type AppHolder,
  type appStat,
  apps,
  models,
  organizations,
  vendors,
} from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { versionLabel } from './SummaryBlocks.tsx'
import { DeviceLink } from '../../device/index.ts'

const sources = {
  SYSTEM: 'device.app.source.SYSTEM',
  STORE: 'device.app.source.STORE',
  PUSH: 'device.app.source.PUSH',
  SIDE_LOADED: 'device.app.source.SIDE_LOADED',
} as const

export const columns: Columns<AppHolder> = [
  {
    key: 'sn',
    title: 'appStat.terminal',
    width: 150,
    render: ({ id, sn }) => <DeviceLink id={id} sn={sn} tab="apps" />,
  },
  { key: 'appName', title: 'appStat.app', width: 170 },
  {
    key: 'versionName',
    title: 'appStat.version',
    width: 130,
    file: [
      { key: 'versionName', title: 'appStat.version' },
      { key: 'versionCode', title: 'appStat.versionCode' },
    ],
    render: ({ versionCode, versionName }) => (
      <Ltr>{versionLabel({ code: versionCode, name: versionName })}</Ltr>
    ),
  },
  { key: 'source', title: 'appStat.source', width: 130, words: sources },
  {
    key: 'lastUpdatedAt',
    title: 'appStat.lastUpdated',
    holds: 'moment',
    render: ({ lastUpdatedAt }) => (lastUpdatedAt ? <Time at={lastUpdatedAt} /> : nothing),
  },
  {
    key: 'lastUsedAt',
    title: 'appUse.lastUsed',
    holds: 'moment',
    render: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : nothing),
  },
  { key: 'orgName', title: 'device.organization', width: 150 },
  { key: 'modelName', title: 'device.model', width: 130 },
]

/** The terminals that a figure counts, application by application. */
export function HolderList({ of }: { readonly of: { readonly page: typeof appStat.page } }) {
  const list = useList(of)
  return (
    <>
      <Filters
        list={list}
        keyword={['appLog.sn']}
        fields={{
          appId: { label: 'appStat.app', of: apps },
          versionCode: 'appStat.versionCode',
          source: { label: 'appStat.source', options: sources },
          unusedDays: 'appStat.unusedDays',
          online: { label: 'device.presence', options: { '1': 'device.presence.ONLINE' } },
          orgId: { label: 'appLog.orgAndBelow', of: organizations },
          vendorId: { label: 'device.vendor', of: vendors },
          modelId: { label: 'device.model', of: models },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="appStat.noneOfThese" />
    </>
  )
}
