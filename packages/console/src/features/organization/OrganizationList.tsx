import { areas, type Organization, organizations, organizationSheet } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { useList } from '../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../kit/page/Screen.tsx'
import { navigate } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import classes from './organization.module.css'
import { columns, organizationTypeTexts } from './organizationColumns.tsx'
import { organizationPath } from './organizationPath.ts'
import { OrganizationMenu } from './OrganizationMenu.tsx'
import { OrganizationTree } from './OrganizationTree.tsx'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { ImportButton } from '../../kit/import/ImportButton.tsx'

const OrganizationForm = lazyDialog(() =>
  import('./OrganizationForm.tsx').then((file) => file.OrganizationForm),
)
const MoveDialog = lazyDialog(() => import('./move/MoveDialog.tsx').then((file) => file.MoveDialog))

/** The tree of organisations, and the list of what is below the chosen one. */
export function OrganizationList() {
  const list = useList(organizations)
  const form = useDialog<Organization>()
  const moving = useDialog<Organization>()
  const within = list.state.filter['within'] ?? null
  const add = <AddButton code={organizations.add.permission} dialog={form} />
  return (
    <Screen title="organization.title">
      <div className={classes.split}>
        <OrganizationTree
          selected={within}
          onSelect={(id) => list.change({ filter: { ...list.state.filter, within: id ?? '' } })}
        />
        <div className={classes.list}>
          <Filters
            list={list}
            fields={{
              type: { label: 'organization.type', options: organizationTypeTexts },
              areaId: { label: 'organization.area', of: areas },
              status: statusFilter,
            }}
          />
          <ActionLine
            list={list}
            columns={columns}
            chosen={<RemoveSelected of={organizations} list={list} />}
          >
            <RecycleBin of={organizations} columns={columns} />
            <ExportButton list={list} columns={columns} />
            <ImportButton of={organizationSheet} />
            {add}
          </ActionLine>
          <DataTable
            list={list}
            columns={columns}
            empty={add}
            actionsWidth={156}
            actions={(row) => (
              <RowActions>
                <EditButton code={organizations.update.permission} onClick={() => form.open(row)} />
                <RowButton
                  opens
                  code={organizations.detail.permission}
                  onClick={() => navigate(organizationPath(row.id))}
                >
                  {t('organization.open')}
                </RowButton>
                <OrganizationMenu organization={row} moving={moving} />
              </RowActions>
            )}
          />
        </div>
      </div>
      <OrganizationForm dialog={form} parentId={within} />
      <MoveDialog dialog={moving} />
    </Screen>
  )
}
