import type { Push } from '@muster/contract'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { NumberField } from '../../ui/form/fields.tsx'
import type { PushCalls } from './pushCalls.ts'
import classes from './push.module.css'

interface RateDialogProps {
  readonly of: PushCalls
  readonly dialog: Dialog<Push>
}

/** Changes how many terminals a push is sent to a minute, while it runs. */
export function RateDialog({ of, dialog }: RateDialogProps) {
  const { record, isOpen, close } = dialog
  const title = t('push.rateTitle', { no: record?.taskNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <RateForm of={of} push={record} close={close} />}
    </DialogFrame>
  )
}

interface RateFormProps {
  readonly of: PushCalls
  readonly push: Push
  readonly close: () => void
}

function RateForm({ of, push, close }: RateFormProps) {
  const { field, submit, isSending } = useCallForm({
    about: push.id,
    of,
    call: of.setRate,
    start: { ratePerMinute: push.ratePerMinute },
    input: (body: { ratePerMinute: number | null }) => ({ params: { id: push.id }, body }),
    done: close,
    said: () => t('push.rateChanged'),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NumberField {...field('ratePerMinute', 'push.rate')} hint={t('push.rateHint')} />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}
