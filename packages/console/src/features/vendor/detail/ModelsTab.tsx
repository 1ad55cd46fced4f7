import { type Model, models } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { modelColumns } from '../../device/index.ts'
import type { VendorTabProps } from './vendorTab.ts'

const columns: Columns<Model> = modelColumns.filter(({ key }) => key !== 'vendorName')

/** The vendor's models; they are edited on their own screen. */
export function ModelsTab({ vendor }: VendorTabProps) {
  const list = useList(models, { fixed: { vendorId: vendor.id } })
  return (
    <>
      <Filters list={list} fields={{}} />
      <DataTable list={list} columns={columns} emptyText="vendor.emptyModels" />
    </>
  )
}
