import { fillPath, type VendorDocument, vendorDocuments } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveItem, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { useCan } from '../../../kit/session.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { columns, kindTexts } from '../document/documentColumns.tsx'
import type { VendorTabProps } from './vendorTab.ts'

const DocumentForm = lazyDialog(() =>
  import('../document/DocumentForm.tsx').then((file) => file.DocumentForm),
)

const keyword = ['document.name', 'document.docVersion'] as const

/** What a vendor has handed in about its terminals, and until when it holds. */
export function DocumentsTab({ vendor }: VendorTabProps) {
  const list = useList(vendorDocuments, { fixed: { vendorId: vendor.id } })
  const form = useDialog<VendorDocument>()
  const mayRemove = useCan(vendorDocuments.remove.permission)
  const add = <AddButton code={vendorDocuments.add.permission} dialog={form} />
  const { file } = vendorDocuments
  return (
    <>
      <Filters
        list={list}
        keyword={keyword}
        fields={{ kind: { label: 'document.kind', options: kindTexts }, status: statusFilter }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={vendorDocuments} list={list} />}
      >
        <RecycleBin of={vendorDocuments} columns={columns} keyword={keyword} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="document.empty"
        actionsWidth={200}
        actions={(row) => (
          <RowActions>
            <RowButton
              opens
              code={file.permission}
              onClick={() => saveByTicket(fillPath(file.path, { id: row.id }))}
            >
              {t('document.take')}
            </RowButton>
            <EditButton code={vendorDocuments.update.permission} onClick={() => form.open(row)} />
            {mayRemove && (
              <MoreMenu label={t('kit.actionsOf', { name: row.name })}>
                <RemoveItem of={vendorDocuments} row={row} />
              </MoreMenu>
            )}
          </RowActions>
        )}
      />
      <DocumentForm dialog={form} vendorId={vendor.id} />
    </>
  )
}
