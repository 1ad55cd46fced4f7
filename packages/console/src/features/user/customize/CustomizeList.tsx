import { type Customize, customizes, organizations } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { CustomizeMenu } from './CustomizeMenu.tsx'
import { columns } from './customizeColumns.tsx'

const CustomizeForm = lazyDialog(() =>
  import('./CustomizeForm.tsx').then((file) => file.CustomizeForm),
)
const PartDialog = lazyDialog(() => import('./PartDialog.tsx').then((file) => file.PartDialog))
const DomainsDialog = lazyDialog(() =>
  import('./DomainsDialog.tsx').then((file) => file.DomainsDialog),
)

/** What a keyword is sought in. */
const searched = ['customize.name', 'customize.webName', 'customize.organization'] as const

/** CUSTOMIZE: what organisations show and ask for in place of the platform's own. */
export function CustomizeList() {
  const list = useList(customizes)
  const form = useDialog<Customize>()
  const dialogs = {
    website: useDialog<Customize>(),
    policy: useDialog<Customize>(),
    domains: useDialog<Customize>(),
  }
  const add = <AddButton code={customizes.add.permission} dialog={form} />
  return (
    <Screen title="customize.title">
      <Filters
        list={list}
        keyword={searched}
        fields={{
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={customizes} list={list} />}
      >
        <RecycleBin of={customizes} columns={columns} keyword={searched} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="customize.empty"
        empty={add}
        actionsWidth={112}
        actions={(row) => (
          <RowActions>
            <EditButton code={customizes.update.permission} onClick={() => form.open(row)} />
            <CustomizeMenu row={row} dialogs={dialogs} />
          </RowActions>
        )}
      />
      <CustomizeForm dialog={form} />
      <PartDialog dialog={dialogs.website} part="website" />
      <PartDialog dialog={dialogs.policy} part="pwd" />
      <DomainsDialog dialog={dialogs.domains} />
    </Screen>
  )
}
