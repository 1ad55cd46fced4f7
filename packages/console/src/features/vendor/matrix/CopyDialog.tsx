import { vendorFeatures, vendors } from '@muster/contract'
import { fieldProblems } from '../../../kit/callError.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { modelsOf } from '../../../kit/form/modelsOf.ts'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { useFields } from '../../../kit/form/useFields.ts'
import { notify } from '../../../kit/notify.ts'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { Stack } from '../../../ui/controls.ts'
import { CheckField } from '../../../ui/form/fields.tsx'
import { confirmCopy } from './confirmMatrix.ts'

interface CopyDialogProps {
  readonly dialog: Dialog<never>
  /** The vendor that is copied to. */
  readonly vendorId: string
  /** The model that is copied to; null: all of them. */
  readonly modelId: string | null
}

/** Takes over what a matrix says: of all models of a vendor, or of one. */
export function CopyDialog({ dialog, vendorId, modelId }: CopyDialogProps) {
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('vendorFeature.copy')}>
      <CopyForm vendorId={vendorId} modelId={modelId} close={dialog.close} />
    </DialogFrame>
  )
}

type CopyFormProps = Pick<CopyDialogProps, 'vendorId' | 'modelId'> & { readonly close: () => void }

function CopyForm({ vendorId, modelId, close }: CopyFormProps) {
  const form = useFields(vendorFeatures.copy, {
    toVendorId: vendorId,
    toModelId: modelId ?? '',
    overwrite: false,
  })
  const mayOverwrite = useCan(vendorFeatures.update.permission)
  const send = useSend(vendorFeatures)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body || !(await confirmCopy(body))) return
    const outcome = await outcomeOf(send(vendorFeatures.copy, { body }))
    if ('error' in outcome) {
      const problems = fieldProblems(outcome.error)
      form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
      return
    }
    const { count, kept } = outcome.reply
    notify.success(t('vendorFeature.copied', { count, kept }))
    close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RecordField {...form.field('fromVendorId', 'vendorFeature.copyFrom')} of={vendors} />
        <RecordField
          {...form.field('fromModelId', 'vendorFeature.copyFromModel')}
          of={modelsOf(form.field('fromVendorId', 'vendorFeature.copyFrom').value)}
          placeholder={t('vendorFeature.allModels')}
        />
        <RecordField {...form.field('toVendorId', 'vendorFeature.copyTo')} of={vendors} />
        <RecordField
          {...form.field('toModelId', 'vendorFeature.copyToModel')}
          of={modelsOf(form.field('toVendorId', 'vendorFeature.copyTo').value)}
          placeholder={t('vendorFeature.allModels')}
        />
        {mayOverwrite && <CheckField {...form.field('overwrite', 'vendorFeature.overwrite')} />}
      </Stack>
      <FormFooter agree="vendorFeature.copy" isSending={isSending} close={close} />
    </form>
  )
}
