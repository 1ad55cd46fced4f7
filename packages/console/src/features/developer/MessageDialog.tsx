import { type Developer, developers } from '@muster/contract'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { LongTextField, TextField } from '../../ui/form/fields.tsx'
import classes from './developer.module.css'

/** Writes to a developer: a notice to his account, a mail to his address. */
export function MessageDialog({ dialog }: { readonly dialog: Dialog<Developer> }) {
  const { record, isOpen, close } = dialog
  const title = t('developer.messageOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <MessageForm key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

function MessageForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: developers,
    call: developers.message,
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('developer.messageHint')}</p>
      <TextField {...field('subject', 'developer.subject')} />
      <LongTextField {...field('text', 'developer.messageText')} rows={6} />
      <FormFooter agree="developer.send" isSending={isSending} close={close} />
    </form>
  )
}
