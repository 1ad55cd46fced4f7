import { organizations, type Role, roles } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveItem, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { can, useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { columns, roleTypeTexts } from './roleColumns.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'

const RoleForm = lazyDialog(() => import('./RoleForm.tsx').then((file) => file.RoleForm))
const RoleDialog = lazyDialog(() => import('./RoleDialog.tsx').then((file) => file.RoleDialog))
const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))
const CompareDialog = lazyDialog(() =>
  import('./CompareDialog.tsx').then((file) => file.CompareDialog),
)

/** ROLE: what people may do and whose records they see. */
export function RoleList() {
  const list = useList(roles)
  const form = useDialog<Role>()
  const rights = useDialog<Role>()
  const copying = useDialog<Role>()
  const comparing = useDialog<Role>()
  const mayMore = useCan([roles.rights, roles.copy, roles.remove].map((call) => call.permission))
  const add = <AddButton code={roles.add.permission} dialog={form} />
  return (
    <Screen title="role.title">
      <Filters
        list={list}
        fields={{
          type: { label: 'role.type', options: roleTypeTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine list={list} columns={columns} chosen={<RemoveSelected of={roles} list={list} />}>
        <RecycleBin of={roles} columns={columns} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actions={(row) => (
          <RowActions>
            <RowButton opens code={partCode()} onClick={() => rights.open(row)}>
              {t('role.rights')}
            </RowButton>
            {row.isEditable && (
              <EditButton code={roles.update.permission} onClick={() => form.open(row)} />
            )}
            {mayMore && (
              <MoreMenu label={t('kit.actionsOf', { name: row.name })}>
                <ActionItem
                  code={roles.rights.permission}
                  icon="columns"
                  onClick={() => comparing.open(row)}
                >
                  {t('role.compare')}
                </ActionItem>
                <ActionItem
                  code={roles.copy.permission}
                  icon="plus"
                  onClick={() => copying.open(row)}
                >
                  {t('role.copy')}
                </ActionItem>
                {row.isEditable && <RemoveItem of={roles} row={row} />}
              </MoreMenu>
            )}
          </RowActions>
        )}
      />
      <RoleForm dialog={form} />
      <RoleDialog dialog={rights} />
      <CopyDialog dialog={copying} />
      <CompareDialog dialog={comparing} />
    </Screen>
  )
}

/** A code that opens one of the parts of the dialog: each of them is a way into it. */
const partCode = (): string =>
  [roles.rights, roles.scope, roles.users].map(({ permission }) => permission).find(can) ??
  roles.rights.permission
