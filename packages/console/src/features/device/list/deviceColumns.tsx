import type { Device } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { Ltr } from '../../../kit/parts/values.tsx'
import { Battery } from '../facts/Battery.tsx'
import { devicePath } from '../facts/deviceTexts.ts'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { Signal } from '../facts/Signal.tsx'

export const columns: Columns<Device> = [
  { key: 'presence', title: 'device.presence', width: 112, render: Presence },
  {
    key: 'sn',
    title: 'device.sn',
    sortable: true,
    width: 160,
    render: ({ id, sn }) => (
      <a href={`#${devicePath(id)}`}>
        <Ltr>{sn}</Ltr>
      </a>
    ),
  },
  { key: 'name', title: 'device.name', sortable: true },
  { key: 'modelName', title: 'device.model', width: 120 },
  { key: 'vendorName', title: 'device.vendor', width: 120 },
  { key: 'orgName', title: 'device.organization', width: 150 },
  { key: 'lifecycle', title: 'device.lifecycle', width: 120, render: LifecycleBadge },
  {
    key: 'firmware',
    title: 'device.firmware',
    width: 130,
    render: ({ firmware }) => <Ltr>{firmware}</Ltr>,
  },
  { key: 'batteryPercent', title: 'device.battery', width: 100, render: Battery },
  { key: 'networkType', title: 'device.network', width: 120, render: Signal },
  {
    key: 'lastSeenAt',
    title: 'device.lastSeen',
    width: 130,
    render: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
]
