import { type VendorCertificate, vendorCertificates, vendors } from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { modelsOf } from '../../../kit/form/modelsOf.ts'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField } from '../../../ui/form/fields.tsx'

interface CertificateFormProps {
  readonly dialog: Dialog<VendorCertificate>
  /** The vendor that a new one begins with. */
  readonly vendorId?: string
}

/** Adds, renews and edits a certificate. */
export function CertificateForm({ dialog, vendorId = '' }: CertificateFormProps) {
  return (
    <FormDialog
      of={vendorCertificates}
      dialog={dialog}
      title="certificate.add"
      start={{ modelIds: [], vendorId }}
    >
      {(field) => (
        <>
          <CodeField {...field('certNo', 'certificate.certNo')} />
          <RecordField {...field('vendorId', 'certificate.vendor')} of={vendors} />
          <CodeField {...field('ptsVersion', 'certificate.ptsVersion')} />
          <DateField {...field('expiresOn', 'certificate.expiresOn')} />
          <CodeField {...field('firmwareFrom', 'certificate.firmwareFrom')} />
          <CodeField {...field('firmwareUntil', 'certificate.firmwareUntil')} />
          <RecordsField
            {...field('modelIds', 'certificate.models')}
            of={modelsOf(field('vendorId', 'certificate.vendor').value)}
            none={t('vendorFeature.allModels')}
          />
          <LongTextField {...field('remark', 'certificate.remark')} />
        </>
      )}
    </FormDialog>
  )
}
