import {
  models,
  type VendorCertificate,
  vendorCertificates,
  vendorCertificateSheet,
} from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { columns } from '../certificate/certificateColumns.tsx'
import type { VendorTabProps } from './vendorTab.ts'

const CertificateForm = lazyDialog(() =>
  import('../certificate/CertificateForm.tsx').then((file) => file.CertificateForm),
)

/** Until when a vendor's terminals are approved. */
export function CertificatesTab({ vendor }: VendorTabProps) {
  const list = useList(vendorCertificates, { fixed: { vendorId: vendor.id } })
  const form = useDialog<VendorCertificate>()
  const add = <AddButton code={vendorCertificates.add.permission} dialog={form} />
  return (
    <>
      <Filters
        list={list}
        keyword={['certificate.certNo']}
        fields={{ modelId: { label: 'certificate.model', of: models }, status: statusFilter }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={vendorCertificates} list={list} />}
      >
        <RecycleBin of={vendorCertificates} columns={columns} keyword={['certificate.certNo']} />
        <ExportButton list={list} columns={columns} />
        <ImportButton of={vendorCertificateSheet} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="certificate.empty"
        empty={add}
        actions={(row) => (
          <RowActions>
            <EditButton
              code={vendorCertificates.update.permission}
              onClick={() => form.open(row)}
            />
            <RemoveButton of={vendorCertificates} row={row} />
          </RowActions>
        )}
      />
      <CertificateForm dialog={form} vendorId={vendor.id} />
    </>
  )
}
