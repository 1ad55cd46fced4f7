import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { LongTextField } from '../../ui/form/fields.tsx'
import type { PushCalls } from './pushCalls.ts'
import classes from './push.module.css'
import type { Ending } from './usePushActs.ts'

interface StopDialogProps {
  readonly of: PushCalls
  readonly dialog: Dialog<Ending>
}

/** Stops a push, or refuses one that waits for a second person, with the reason that others will read. */
export function StopDialog({ of, dialog }: StopDialogProps) {
  const { record, isOpen, close } = dialog
  const no = record?.push.taskNo ?? ''
  const title = t(texts[record?.move ?? 'stop'].title, { no })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <StopForm key={record.push.id} of={of} {...record} close={close} />}
    </DialogFrame>
  )
}

const texts = {
  stop: { title: 'push.stopTitle', hint: 'push.stopHint', agree: 'push.stop' },
  reject: { title: 'push.rejectTitle', hint: 'push.rejectHint', agree: 'push.reject' },
} as const

interface StopFormProps extends Ending {
  readonly of: PushCalls
  readonly close: () => void
}

function StopForm({ of, push, move, close }: StopFormProps) {
  const { field, submit, isSending } = useCallForm({
    about: push.id,
    of,
    call: (move === 'reject' && of.reject) || of.stop,
    input: (body: { reason: string }) => ({ params: { id: push.id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t(texts[move].hint)}</p>
      <LongTextField {...field('reason', 'push.reason')} rows={2} />
      <FormFooter agree={texts[move].agree} isSending={isSending} close={close} isDangerous />
    </form>
  )
}
