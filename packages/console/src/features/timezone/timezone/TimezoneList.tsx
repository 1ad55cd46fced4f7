import { areas, type Timezone, timezones } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { columns } from './timezoneColumns.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'

const TimezoneForm = lazyDialog(() =>
  import('./TimezoneForm.tsx').then((file) => file.TimezoneForm),
)

/** What a keyword is sought in. */
const searched = ['timezone.keyword'] as const

/** TIMEZONE: the time zones that forms offer and terminals are told. */
export function TimezoneList() {
  const list = useList(timezones)
  const form = useDialog<Timezone>()
  const add = <AddButton code={timezones.add.permission} dialog={form} />
  return (
    <Screen title="timezone.title">
      <Filters
        list={list}
        keyword={searched}
        fields={{
          zoneId: 'timezone.zoneId',
          areaId: { label: 'timezone.area', of: areas },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={timezones} list={list} />}
      >
        <RecycleBin of={timezones} columns={columns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={timezones.update.permission} onClick={() => form.open(row)} />
            <RemoveButton of={timezones} row={row} />
          </RowActions>
        )}
      />
      <TimezoneForm dialog={form} />
    </Screen>
  )
}
