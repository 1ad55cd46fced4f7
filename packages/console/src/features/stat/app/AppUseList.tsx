import { type AppUse, apps, appUse, defaultLogDays, models, organizations } from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { formatBytes, formatDay, formatNumber, nothing } from '../../../platform/format.ts'
import { DeviceLink } from '../../device/index.ts'

const hows = {
  OPENED: 'appUse.how.OPENED',
  UNOPENED: 'appUse.how.UNOPENED',
  CRASHED: 'appUse.how.CRASHED',
} as const

const count = (key: 'launches' | 'minutes' | 'crashes' | 'anrs', title: `appUse.${typeof key}`) =>
  ({
    key,
    title,
    width: 96,
    align: 'end',
    render: (row: AppUse) => formatNumber(row[key]),
  }) as const

export const columns: Columns<AppUse> = [
  {
    key: 'at',
    title: 'appUse.day',
    holds: 'day',
    sortable: true,
    file: [{ key: 'day', title: 'appUse.day' }],
    render: ({ day }) => formatDay(day),
  },
  { key: 'sn', title: 'appStat.terminal', width: 140, render: Terminal },
  {
    key: 'package',
    title: 'appStat.app',
    width: 180,
    file: [
      { key: 'appName', title: 'appStat.app' },
      { key: 'package', title: 'appLog.package' },
    ],
    render: ({ appName, package: name }) =>
      appName === null ? <Ltr>{name}</Ltr> : <bdi title={name}>{appName}</bdi>,
  },
  {
    key: 'versionCode',
    title: 'appStat.versionCode',
    width: 90,
    align: 'end',
    render: ({ versionCode }) => <Ltr>{versionCode === null ? nothing : String(versionCode)}</Ltr>,
  },
  count('launches', 'appUse.launches'),
  count('minutes', 'appUse.minutes'),
  {
    key: 'kilobytes',
    title: 'appUse.data',
    width: 96,
    align: 'end',
    file: [{ key: 'kilobytes', title: 'appUse.kilobytes' }],
    render: ({ kilobytes }) => formatBytes(kilobytes * 1024),
  },
  count('crashes', 'appUse.crashes'),
  count('anrs', 'appUse.anrs'),
  {
    key: 'lastUsedAt',
    title: 'appUse.lastUsed',
    holds: 'moment',
    render: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : nothing),
  },
  { key: 'orgName', title: 'appLog.org', width: 130 },
  { key: 'modelName', title: 'device.model', width: 110 },
]

function Terminal({ deviceId, sn, isThere }: AppUse) {
  if (!isThere) return <Ltr>{sn ?? nothing}</Ltr>
  return <DeviceLink id={deviceId} sn={sn} tab="apps" />
}

/** How applications were used, a line a terminal, day and application. */
export function AppUseList() {
  const list = useList({ page: appUse.page })
  return (
    <>
      <Filters
        list={list}
        keyword={['appLog.sn']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
          appId: { label: 'appStat.app', of: apps },
          package: 'appLog.package',
          how: { label: 'appUse.how', options: hows },
          orgId: { label: 'appLog.orgAndBelow', of: organizations },
          modelId: { label: 'device.model', of: models },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="appStat.noUse" />
    </>
  )
}
