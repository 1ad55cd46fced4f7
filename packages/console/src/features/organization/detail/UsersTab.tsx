import {
  type OrganizationUser,
  organizationUsers,
  type TextKey,
  type User,
  users,
} from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { AddButton } from '../../../kit/list/buttons.tsx'
import { useList } from '../../../kit/list/useList.ts'
import type { Columns } from '../../../kit/list/columns.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { PasswordDialog, UserForm } from '../../user/index.ts'
import { UserActs } from './UserActs.tsx'
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
    render: Account,
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

/** Leads to where accounts are taken care of: given a password, for instance. */
function Account({ id, userName }: OrganizationUser) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'USER'))
  if (!path) return <Ltr>{userName}</Ltr>
  return (
    <a href={`#${addressText({ path, query: { keyword: userName, peek: id } })}`}>
      <Ltr>{userName}</Ltr>
    </a>
  )
}

/** Who belongs to an organisation, and to those below it. */
export function UsersTab({ organization: { id } }: OrganizationTabProps) {
  const list = useList(organizationUsers, { params: { id } })
  const form = useDialog<User>()
  const password = useDialog<User>()
  const add = <AddButton code={users.add.permission} dialog={form} newAs="invited" />
  return (
    <div className={classes.column}>
      <Filters
        list={list}
        keyword={['user.keyword']}
        fields={{
          own: { label: 'organization.ownUsers', options: { '1': 'organization.onlyOwn' } },
          state: { label: 'user.state', options: stateTexts },
        }}
      />
      <ActionLine list={list} columns={columns}>
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="organization.emptyUsers"
        actionsWidth={112}
        actions={(user) => <UserActs {...{ user, form, password }} onDone={list.retry} />}
      />
      <UserForm dialog={form} orgId={id} onSaved={list.retry} />
      <PasswordDialog dialog={password} />
    </div>
  )
}
