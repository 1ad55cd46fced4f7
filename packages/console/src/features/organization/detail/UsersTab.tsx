import { type OrganizationUser, organizationUsers, type TextKey } from '@muster/contract'
import { useList } from '../../../kit/list/useList.ts'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import classes from './detail.module.css'
import type { OrganizationTabProps } from './tabProps.ts'

const stateTexts: Readonly<Record<OrganizationUser['state'], TextKey>> = {
  ACTIVE: 'user.state.ACTIVE',
  INVITED: 'user.state.INVITED',
  LOCKED: 'user.state.LOCKED',
  EXPIRED: 'user.state.EXPIRED',
  DISABLED: 'user.state.DISABLED',
}

const columns: Columns<OrganizationUser> = [
  {
    key: 'userName',
    title: 'user.userName',
    sortable: true,
    render: ({ userName }) => <Ltr>{userName}</Ltr>,
  },
  { key: 'realName', title: 'user.realName', sortable: true },
  { key: 'state', title: 'user.state', width: 110, render: ({ state }) => t(stateTexts[state]) },
  { key: 'orgName', title: 'user.organization', sortable: true },
  {
    key: 'roleNames',
    title: 'user.roles',
    render: ({ roleNames }) => <bdi>{roleNames.join(t('user.and'))}</bdi>,
  },
  { key: 'email', title: 'user.email', render: ({ email }) => <Ltr>{email}</Ltr> },
  {
    key: 'lastSignInAt',
    title: 'user.lastSignIn',
    sortable: true,
    holds: 'moment',
    render: ({ lastSignInAt }) => <Time at={lastSignInAt} />,
  },
]

/** Who belongs to an organisation, and to those below it. */
export function UsersTab({ organization: { id } }: OrganizationTabProps) {
  const list = useList(organizationUsers, { params: { id } })
  return (
    <div className={classes.column}>
      <Filters
        list={list}
        columns={columns}
        keyword={['user.keyword']}
        fields={{
          own: { label: 'organization.ownUsers', options: { '1': 'organization.onlyOwn' } },
          state: { label: 'user.state', options: stateTexts },
        }}
      />
      <DataTable list={list} columns={columns} emptyText="organization.emptyUsers" />
    </div>
  )
}
