import { vendors, vendorSheet } from '@muster/contract'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../kit/list/RecordScreen.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { signingTexts } from './signingTexts.ts'
import { columns } from './vendorColumns.tsx'

const VendorForm = lazyDialog(() => import('./VendorForm.tsx').then((file) => file.VendorForm))

/** VENDOR: the manufacturers of terminals. */
export function VendorList() {
  return (
    <RecordScreen
      of={vendors}
      title="vendor.title"
      emptyText="vendor.empty"
      columns={columns}
      filters={{
        country: 'vendor.country',
        signingMode: { label: 'vendor.signingMode', options: signingTexts },
        status: statusFilter,
      }}
      sheet={vendorSheet}
      Form={VendorForm}
    />
  )
}
