import { type Device, devices } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Day, Ltr } from '../../../kit/page/values.tsx'
import { Battery } from '../facts/Battery.tsx'
import {
  devicePath,
  fenceTexts,
  lifecycleTexts,
  lockTexts,
  presenceTexts,
} from '../facts/deviceTexts.ts'
import { FenceState } from '../facts/FenceState.tsx'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { LockState } from '../facts/LockState.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'
import classes from './list.module.css'

export const columns: Columns<Device> = [
  {
    key: 'sn',
    title: 'device.sn',
    sortable: true,
    width: 136,
    render: ({ id, sn }) => (
      <a className={classes.link} href={`#${devicePath(id)}`}>
        <Ltr>{sn}</Ltr>
      </a>
    ),
  },
  { key: 'name', title: 'device.name', sortable: true },
  {
    key: 'presence',
    title: 'device.presence',
    width: 104,
    words: presenceTexts,
    render: Presence,
  },
  {
    key: 'lastSeenAt',
    sortable: true,
    title: 'device.lastSeen',
    width: 118,
    render: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
  { key: 'modelName', sortable: true, title: 'device.model', width: 108 },
  { key: 'orgName', sortable: true, title: 'device.organization', width: 130 },
  { key: 'stationName', sortable: true, title: 'device.station', width: 130 },
  {
    key: 'firmware',
    sortable: true,
    title: 'device.firmware',
    width: 150,
    render: ({ firmware }) => <Ltr>{firmware}</Ltr>,
  },
  {
    key: 'batteryPercent',
    sortable: true,
    title: 'device.battery',
    width: 94,
    file: [{ key: 'batteryPercent', title: 'device.batteryPercent' }],
    render: Battery,
  },
  { key: 'networkType', title: 'device.network', width: 112, render: Signal },
  statusColumn(devices),
  {
    key: 'lifecycle',
    sortable: true,
    title: 'device.lifecycle',
    width: 112,
    words: lifecycleTexts,
    render: LifecycleBadge,
  },
  {
    key: 'lockState',
    sortable: true,
    title: 'device.lock',
    width: 112,
    words: lockTexts,
    render: LockState,
  },
  { key: 'vendorName', title: 'device.vendor', width: 125 },
  {
    key: 'fenceState',
    sortable: true,
    title: 'device.fence',
    width: 112,
    words: fenceTexts,
    render: FenceState,
  },
  {
    key: 'warrantyEnd',
    title: 'device.warrantyEnd',
    holds: 'day',
    render: ({ warrantyEnd }) => <Day on={warrantyEnd} />,
  },
]

/** What tells a terminal in the recycle bin from others: it reports nothing, and has no page. */
export const binColumns: Columns<Device> = [
  { key: 'sn', title: 'device.sn', sortable: true, render: ({ sn }) => <Ltr>{sn}</Ltr> },
  { key: 'name', title: 'device.name', sortable: true },
  { key: 'modelName', title: 'device.model', sortable: true },
  { key: 'orgName', title: 'device.organization', sortable: true },
  { key: 'lifecycle', title: 'device.lifecycle', width: 120, render: LifecycleBadge },
]
