import { type Apply, applies } from '@muster/contract'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import { LongTextField } from '../../../ui/form/fields.tsx'
import classes from './apply.module.css'

/** Rejects a request, and says why. */
export function RejectDialog({ dialog }: { readonly dialog: Dialog<Apply> }) {
  const { record, isOpen, close } = dialog
  const title = t('apply.rejectOf', { no: record?.applyNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && <RejectForm key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

function RejectForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: applies,
    call: applies.reject,
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('apply.rejectHint')}</p>
      <LongTextField {...field('reason', 'apply.reason')} required />
      <FormFooter agree="apply.reject" isSending={isSending} close={close} />
    </form>
  )
}
