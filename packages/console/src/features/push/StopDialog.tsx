import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { LongTextField } from '../../ui/form/fields.tsx'
import type { PushCalls } from './pushCalls.ts'
import classes from './push.module.css'
import type { Moved } from './usePushActs.ts'

interface StopDialogProps {
  readonly of: PushCalls
  readonly dialog: Dialog<Moved>
}

/** Stops a push, with the reason that others will read. */
export function StopDialog({ of, dialog }: StopDialogProps) {
  const { record, isOpen, close } = dialog
  const title = t('push.stopTitle', { no: record?.taskNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <StopForm key={record.id} of={of} push={record} close={close} />}
    </DialogFrame>
  )
}

interface StopFormProps {
  readonly of: PushCalls
  readonly push: Moved
  readonly close: () => void
}

function StopForm({ of, push, close }: StopFormProps) {
  const { field, submit, isSending } = useCallForm({
    of,
    call: of.stop,
    input: (body: { reason: string }) => ({ params: { id: push.id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('push.stopHint')}</p>
      <LongTextField {...field('reason', 'push.reason')} rows={2} />
      <FormFooter agree="push.stop" isSending={isSending} close={close} isDangerous />
    </form>
  )
}
