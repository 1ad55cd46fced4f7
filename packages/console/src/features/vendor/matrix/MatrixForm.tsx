import { features, type NewOf, type VendorFeature, vendorFeatures, vendors } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { modelsOf } from '../../../kit/form/modelsOf.ts'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, LongTextField, NumberField } from '../../../ui/form/fields.tsx'
import { confirmMatrix } from './confirmMatrix.ts'
import { supportTexts } from './matrixTexts.ts'

interface MatrixFormProps {
  readonly dialog: Dialog<VendorFeature>
  /** The vendor that a new row begins with. */
  readonly vendorId?: string
}

/** Adds and edits a row of a vendor's matrix. */
export function MatrixForm({ dialog, vendorId = '' }: MatrixFormProps) {
  return (
    <FormDialog
      of={vendorFeatures}
      dialog={dialog}
      title="vendorFeature.add"
      start={{ modelIds: [], support: 'YES', vendorId }}
      confirmSave={confirmRow}
    >
      {(field) => (
        <>
          <RecordField {...field('vendorId', 'vendorFeature.vendor')} of={vendors} />
          <RecordField {...field('featureId', 'vendorFeature.feature')} of={features} />
          <RecordsField
            {...field('modelIds', 'vendorFeature.models')}
            of={modelsOf(field('vendorId', 'vendorFeature.vendor').value)}
            none={t('vendorFeature.allModels')}
          />
          <ChoiceField
            {...field('support', 'vendorFeature.support')}
            options={texts(supportTexts)}
          />
          <NumberField
            {...field('timeoutSeconds', 'vendorFeature.timeout')}
            hint={t('vendorFeature.timeoutHint')}
          />
          <CodeField {...field('minAgent', 'vendorFeature.minAgent')} />
          <CodeField {...field('minFirmware', 'vendorFeature.minFirmware')} />
          <CodeField {...field('code', 'vendorFeature.code')} />
          <LongTextField {...field('remark', 'vendorFeature.remark')} />
        </>
      )}
    </FormDialog>
  )
}

const confirmRow = (
  { vendorId, featureId, modelIds, support, minAgent, minFirmware }: NewOf<typeof vendorFeatures>,
  row: VendorFeature | null,
) =>
  confirmMatrix({
    ...(row && { id: row.id }),
    vendorId,
    featureId,
    modelIds,
    support,
    minAgent,
    minFirmware,
  })
