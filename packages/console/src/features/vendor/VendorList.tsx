import { type Vendor, vendors } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { useList } from '../../kit/list/useList.ts'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../kit/page/Screen.tsx'
import { columns } from './vendorColumns.tsx'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { ImportButton } from '../../kit/import/ImportButton.tsx'

const VendorForm = lazyDialog(() => import('./VendorForm.tsx').then((file) => file.VendorForm))

/** VENDOR: the manufacturers of terminals. */
export function VendorList() {
  const list = useList(vendors)
  const form = useDialog<Vendor>()
  const add = <AddButton code={vendors.add.permission} dialog={form} />
  return (
    <Screen title="vendor.title">
      <Filters
        list={list}
        fields={{
          country: 'vendor.country',
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={vendors} list={list} />}
      >
        <RecycleBin of={vendors} columns={columns} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={vendors} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton code={vendors.update.permission} onClick={() => form.open(row)} />
            <RemoveButton of={vendors} row={row} />
          </RowActions>
        )}
      />
      <VendorForm dialog={form} />
    </Screen>
  )
}
