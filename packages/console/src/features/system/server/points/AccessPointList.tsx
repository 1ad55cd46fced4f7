import { accessPoints, type AccessPoint, organizations } from '@muster/contract'
import { useDialog } from '../../../../kit/dialog/useDialog.ts'
import { useList } from '../../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../../kit/filters/filterFields.ts'
import { Filters } from '../../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../../kit/batch/RemoveButtons.tsx'
import { ExportButton } from '../../../../kit/export/ExportButton.tsx'
import { columns, kindTexts } from './accessPointColumns.tsx'

const AccessPointForm = lazyDialog(() =>
  import('./AccessPointForm.tsx').then((file) => file.AccessPointForm),
)

/** What a keyword is sought in. */
const searched = ['platform.point.name', 'platform.point.url', 'platform.point.region'] as const

/** Where terminals find the platform. */
export function AccessPointList() {
  const list = useList(accessPoints)
  const form = useDialog<AccessPoint>()
  const add = <AddButton code={accessPoints.add.permission} dialog={form} />
  return (
    <>
      <Filters
        list={list}
        keyword={searched}
        fields={{
          kind: { label: 'platform.point.kind', options: kindTexts },
          region: 'platform.point.region',
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={accessPoints} list={list} />}
      >
        <RecycleBin of={accessPoints} columns={columns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="server.emptyPoints"
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={accessPoints.update.permission} onClick={() => form.open(row)} />
            <RemoveButton of={accessPoints} row={row} />
          </RowActions>
        )}
      />
      <AccessPointForm dialog={form} />
    </>
  )
}
