import { type Role, roles, type TextKey } from '@muster/contract'
import { type Columns, statusWords } from '../../../kit/list/columns.tsx'
import { StatusSwitch } from '../../../kit/batch/StatusSwitch.tsx'
import { EnabledBadge, Ltr, Time } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Tag } from '../../../ui/table/cells.tsx'
import { scopeTexts } from '../scope/scopeTexts.ts'

export const roleTypeTexts: Readonly<Record<Role['type'], TextKey>> = {
  PLATFORM: 'role.type.PLATFORM',
  ORGANIZATION: 'role.type.ORGANIZATION',
  VENDOR: 'role.type.VENDOR',
  DEVELOPER: 'role.type.DEVELOPER',
}

export const columns: Columns<Role> = [
  { key: 'name', title: 'role.name', sortable: true },
  { key: 'code', title: 'role.code', sortable: true, render: ({ code }) => <Ltr>{code}</Ltr> },
  { key: 'type', title: 'role.type', width: 110, words: roleTypeTexts },
  {
    key: 'orgName',
    title: 'role.organization',
    words: { '': 'role.shipped' },
    render: ({ orgName, isSystem }) =>
      isSystem ? <Tag tone="neutral">{t('role.shipped')}</Tag> : <bdi>{orgName}</bdi>,
  },
  {
    key: 'dataScope',
    title: 'role.dataScope',
    width: 160,
    words: scopeTexts,
  },
  { key: 'userCount', title: 'role.users', width: 96, align: 'end' },
  {
    key: 'status',
    title: 'kit.status',
    width: 104,
    words: statusWords,
    render: (row) =>
      row.isEditable ? <StatusSwitch of={roles} row={row} /> : <EnabledBadge status={row.status} />,
  },
  {
    key: 'updatedAt',
    title: 'kit.updatedAt',
    holds: 'moment',
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]
