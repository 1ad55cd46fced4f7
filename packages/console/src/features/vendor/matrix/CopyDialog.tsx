import { vendorFeatures, vendors } from '@muster/contract'
import type { SubmitEvent } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { useFields } from '../../../kit/form/useFields.ts'
import { notify } from '../../../kit/notify.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, Stack } from '../../../ui/controls.ts'
import { CheckField } from '../../../ui/form/fields.tsx'

interface CopyDialogProps {
  readonly dialog: Dialog<never>
  /** The vendor that is copied to. */
  readonly vendorId: string
}

/** Takes over what another vendor's matrix says. */
export function CopyDialog({ dialog, vendorId }: CopyDialogProps) {
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('vendorFeature.copy')}>
      <CopyForm vendorId={vendorId} close={dialog.close} />
    </DialogFrame>
  )
}

function CopyForm({ vendorId, close }: { readonly vendorId: string; readonly close: () => void }) {
  const form = useFields(vendorFeatures.copy, { toVendorId: vendorId, overwrite: false })
  const send = useSend(vendorFeatures)
  const copy = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf(send(vendorFeatures.copy, { body }))
    if ('error' in outcome) {
      const problems = fieldProblems(outcome.error)
      form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
      return
    }
    const { count, kept } = outcome.reply
    notify.success(t('vendorFeature.copied', { count, kept }))
    close()
  }
  return (
    <form onSubmit={(event) => void copy(event)} noValidate>
      <Stack>
        <RecordField {...form.field('fromVendorId', 'vendorFeature.copyFrom')} of={vendors} />
        <RecordField {...form.field('toVendorId', 'vendorFeature.copyTo')} of={vendors} />
        <CheckField {...form.field('overwrite', 'vendorFeature.overwrite')} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('kit.cancel')}
        </Button>
        <Button type="submit">{t('vendorFeature.copy')}</Button>
      </Group>
    </form>
  )
}
