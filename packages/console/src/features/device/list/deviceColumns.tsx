import { type Device, devices } from '@muster/contract'
import { type Columns, statusWords } from '../../../kit/parts/columns.tsx'
import { StatusSwitch } from '../../../kit/parts/StatusSwitch.tsx'
import { Day, Ltr } from '../../../kit/parts/values.tsx'
import { Battery } from '../facts/Battery.tsx'
import { devicePath, lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'
import classes from './list.module.css'

export const columns: Columns<Device> = [
  {
    key: 'sn',
    title: 'device.sn',
    sortable: true,
    width: 148,
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
    width: 108,
    words: presenceTexts,
    render: Presence,
  },
  {
    key: 'lastSeenAt',
    sortable: true,
    title: 'device.lastSeen',
    width: 122,
    render: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
  { key: 'modelName', sortable: true, title: 'device.model', width: 115 },
  { key: 'orgName', sortable: true, title: 'device.organization', width: 136 },
  {
    key: 'firmware',
    sortable: true,
    title: 'device.firmware',
    width: 136,
    render: ({ firmware }) => <Ltr>{firmware}</Ltr>,
  },
  {
    key: 'batteryPercent',
    sortable: true,
    title: 'device.battery',
    width: 100,
    file: [{ key: 'batteryPercent', title: 'device.batteryPercent' }],
    render: Battery,
  },
  { key: 'networkType', title: 'device.network', width: 104, render: Signal },
  {
    key: 'status',
    title: 'kit.status',
    width: 104,
    words: statusWords,
    render: (device) => <StatusSwitch of={devices} row={device} />,
  },
  {
    key: 'lifecycle',
    sortable: true,
    title: 'device.lifecycle',
    width: 112,
    words: lifecycleTexts,
    render: LifecycleBadge,
  },
  { key: 'vendorName', title: 'device.vendor', width: 125 },
  {
    key: 'warrantyEnd',
    title: 'device.warrantyEnd',
    width: 130,
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
