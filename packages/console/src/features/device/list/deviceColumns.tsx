import type { Device } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { Ltr } from '../../../kit/parts/values.tsx'
import { Battery } from '../facts/Battery.tsx'
import { devicePath } from '../facts/deviceTexts.ts'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'
import classes from './list.module.css'

export const columns: Columns<Device> = [
  { key: 'presence', title: 'device.presence', width: 112, render: Presence },
  {
    key: 'sn',
    title: 'device.sn',
    sortable: true,
    width: 160,
    render: ({ id, sn }) => (
      <a className={classes.link} href={`#${devicePath(id)}`}>
        <Ltr>{sn}</Ltr>
      </a>
    ),
  },
  { key: 'name', title: 'device.name', sortable: true },
  { key: 'modelName', sortable: true, title: 'device.model', width: 125 },
  { key: 'orgName', sortable: true, title: 'device.organization', width: 150 },
  {
    key: 'lifecycle',
    sortable: true,
    title: 'device.lifecycle',
    width: 120,
    render: LifecycleBadge,
  },
  { key: 'batteryPercent', sortable: true, title: 'device.battery', width: 110, render: Battery },
  { key: 'networkType', title: 'device.network', width: 120, render: Signal },
  {
    key: 'lastSeenAt',
    sortable: true,
    title: 'device.lastSeen',
    width: 135,
    render: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
  {
    key: 'firmware',
    sortable: true,
    title: 'device.firmware',
    width: 140,
    render: ({ firmware }) => <Ltr>{firmware}</Ltr>,
  },
  { key: 'vendorName', title: 'device.vendor', width: 125 },
]
