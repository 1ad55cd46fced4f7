import type { GroupMember } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Time } from '../../../kit/page/values.tsx'
import { lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import { DeviceLink } from '../facts/DeviceLink.tsx'

export const memberColumns: Columns<GroupMember> = [
  {
    key: 'sn',
    title: 'device.sn',
    width: 136,
    render: ({ id, sn }) => <DeviceLink id={id} sn={sn} />,
  },
  { key: 'name', title: 'device.name' },
  { key: 'modelName', title: 'device.model', width: 130 },
  { key: 'orgName', title: 'device.organization', width: 150 },
  {
    key: 'lifecycle',
    title: 'device.lifecycle',
    width: 112,
    words: lifecycleTexts,
    render: LifecycleBadge,
  },
  {
    key: 'presence',
    title: 'device.presence',
    width: 104,
    words: presenceTexts,
    render: Presence,
  },
  {
    key: 'since',
    title: 'group.since',
    holds: 'moment',
    render: ({ since }) => <Time at={since} />,
  },
]
