import { organizations, roles, users, userSheet, vendors } from '@muster/contract'
import { useSend } from '../../../kit/useAction.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { StateSegments } from '../../../kit/list/StateSegments.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import type { FilterField } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { BulkButtons } from './BulkButtons.tsx'
import { columns, userStateTexts } from './userColumns.tsx'
import { UserMenu } from './UserMenu.tsx'
import { type UserDialogs, useUserDialogs } from './useUserDialogs.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'

const UserForm = lazyDialog(() => import('./UserForm.tsx').then((file) => file.UserForm))
const PasswordDialog = lazyDialog(() =>
  import('./PasswordDialog.tsx').then((file) => file.PasswordDialog),
)
const UserScopeDialog = lazyDialog(() =>
  import('./UserScopeDialog.tsx').then((file) => file.UserScopeDialog),
)
const TokensDialog = lazyDialog(() =>
  import('./TokensDialog.tsx').then((file) => file.TokensDialog),
)
const ChooseDialog = lazyDialog(() =>
  import('./ChooseDialog.tsx').then((file) => file.ChooseDialog),
)

const filters: Readonly<Record<string, FilterField>> = {
  within: { label: 'kit.orgAndBelow', of: organizations },
  roleId: { label: 'user.role', of: roles },
  vendorId: { label: 'user.vendor', of: vendors },
  state: { label: 'user.state', options: userStateTexts },
  hasFactor: { label: 'user.factor', options: { true: 'kit.yes', false: 'kit.no' } },
  dormantDays: {
    label: 'user.dormant',
    options: { '30': 'user.dormant30', '90': 'user.dormant90', '180': 'user.dormant180' },
  },
}

/** What a keyword is sought in. */
const searched = ['user.keyword'] as const

/** USER: the staff accounts of organisations. */
export function UserList() {
  const list = useList(users)
  const dialogs = useUserDialogs()
  const add = <AddButton code={users.add.permission} dialog={dialogs.form} newAs="invited" />
  return (
    <Screen title="user.title">
      <Filters list={list} keyword={searched} fields={filters} />
      <ActionLine
        list={list}
        columns={columns}
        segments={
          <StateSegments
            list={list}
            of={users.countStates}
            label="user.state"
            texts={userStateTexts}
          />
        }
        chosen={
          <>
            <BulkButtons list={list} dialogs={dialogs} />
            <RemoveSelected of={users} list={list} />
          </>
        }
      >
        <RecycleBin of={users} columns={columns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={userSheet} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actionsWidth={112}
        actions={(row) => (
          <RowActions>
            <EditButton code={users.update.permission} onClick={() => dialogs.form.open(row)} />
            <UserMenu user={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <Dialogs {...dialogs} />
    </Screen>
  )
}

function Dialogs({ form, password, scope, tokens, move, role }: UserDialogs) {
  const send = useSend(users)
  return (
    <>
      <UserForm dialog={form} />
      <PasswordDialog dialog={password} />
      <UserScopeDialog dialog={scope} />
      <TokensDialog dialog={tokens} />
      <ChooseDialog
        dialog={move}
        title="user.moveOf"
        label="user.organization"
        agree="user.move"
        of={organizations}
        onChosen={(which, orgId) => {
          const [id = '', ...others] = 'ids' in which ? which.ids : []
          return id && others.length === 0
            ? send(users.move, { params: { id }, body: { orgId } })
            : send(users.moveMany, { body: { ...which, orgId } })
        }}
      />
      <ChooseDialog
        dialog={role}
        title="user.addRoleOf"
        label="user.role"
        agree="user.addRole"
        of={roles}
        onChosen={(which, roleId) => send(users.addRoleMany, { body: { ...which, roleId } })}
      />
    </>
  )
}
