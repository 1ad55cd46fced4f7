import { type VendorDocument, vendorDocuments, vendors } from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { FileField } from '../../file/index.ts'
import { kindTexts } from './documentColumns.tsx'

interface DocumentFormProps {
  readonly dialog: Dialog<VendorDocument>
  /** The vendor that a new one begins with. */
  readonly vendorId?: string
}

/** Adds, renews and edits a document. */
export function DocumentForm({ dialog, vendorId = '' }: DocumentFormProps) {
  return (
    <FormDialog
      of={vendorDocuments}
      dialog={dialog}
      title="document.add"
      start={{ vendorId, kind: 'DATASHEET' }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'document.name')} />
          <RecordField {...field('vendorId', 'document.vendor')} of={vendors} />
          <ChoiceField {...field('kind', 'document.kind')} options={texts(kindTexts)} />
          <CodeField {...field('docVersion', 'document.docVersion')} />
          <FileField
            {...field('fileId', 'document.file')}
            type="document"
            known={dialog.record?.fileName ?? null}
          />
          <DateField {...field('validFrom', 'document.validFrom')} />
          <DateField {...field('expiresOn', 'document.expiresOn')} />
          <LongTextField {...field('remark', 'document.remark')} />
        </>
      )}
    </FormDialog>
  )
}
