import { areas, type Timezone, timezones } from '@muster/contract'
import { useDialog } from '../../../kit/list/useDialog.ts'
import { useList } from '../../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../../kit/parts/buttons.tsx'
import { ActionLine } from '../../../kit/parts/ActionLine.tsx'
import { DataTable } from '../../../kit/parts/DataTable.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../kit/parts/lazyPart.tsx'
import { RecycleBin } from '../../../kit/parts/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../kit/parts/RemoveButtons.tsx'
import { Screen } from '../../../kit/parts/Screen.tsx'
import { columns } from './timezoneColumns.tsx'
import { ExportButton } from '../../transfer/index.ts'

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
