import type { GroupMember } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { devicePath, lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import classes from '../filter/filter.module.css'

export const memberColumns: Columns<GroupMember> = [
  {
    key: 'sn',
    title: 'device.sn',
    width: 136,
    render: ({ id, sn }) => (
      <a className={classes.link} href={`#${devicePath(id)}`}>
        <Ltr>{sn}</Ltr>
      </a>
    ),
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
