import { type Group, groups, models, organizations } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { binColumns, columns, stateTexts, typeTexts } from './groupColumns.tsx'
import { copyOf } from './groupStart.ts'

const GroupForm = lazyDialog(() => import('./GroupForm.tsx').then((file) => file.GroupForm))
const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))
const MembersDialog = lazyDialog(() =>
  import('./MembersDialog.tsx').then((file) => file.MembersDialog),
)
const GroupItems = lazyPart(async () => (await import('./GroupItems.tsx')).GroupItems)

/** DEVICE_GROUP: sets of terminals, by name or by filter. */
export function GroupList() {
  const list = useList(groups)
  const form = useDialog<Group>()
  const copying = useDialog<Group>()
  const copyingMembers = useDialog<Group>()
  const members = useDialog<Group>()
  const add = <AddButton code={groups.add.permission} dialog={form} />
  return (
    <Screen title="group.title">
      <Filters
        list={list}
        fields={{
          type: { label: 'group.type', options: typeTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          modelId: { label: 'device.model', of: models },
          state: { label: 'group.state', options: stateTexts },
          status: statusFilter,
        }}
      />
      <ActionLine list={list} columns={columns} chosen={<RemoveSelected of={groups} list={list} />}>
        <RecycleBin of={groups} columns={binColumns} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="group.empty"
        actionsWidth={132}
        actions={(group) => (
          <RowActions>
            <RowButton opens code={groups.members.permission} onClick={() => members.open(group)}>
              {t('group.members')}
            </RowButton>
            <MoreMenu label={t('group.actionsOf', { name: group.name })}>
              <GroupItems {...{ group, form, copying, copyingMembers }} />
            </MoreMenu>
          </RowActions>
        )}
      />
      <GroupForm dialog={form} />
      <GroupForm
        dialog={{ ...copying, record: null }}
        start={copying.record ? copyOf(copying.record) : undefined}
        copied={copying.record?.id}
      />
      <CopyDialog dialog={copyingMembers} />
      <MembersDialog dialog={members} />
    </Screen>
  )
}
