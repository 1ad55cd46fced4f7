import { type BatchInput, repairs } from '@muster/contract'
import { aboutChosen } from '../../../kit/batch/aboutChosen.ts'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import classes from './repair.module.css'

/** Tickets whose terminals have come to the depot, named one by one or by what the list shows. */
export interface Receiving {
  readonly chosen: BatchInput
  readonly done: () => void
}

/** Receives the terminals of the chosen tickets at the depot. */
export function ReceiveDialog({ dialog }: { readonly dialog: Dialog<Receiving> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('repair.receiveManyTitle')}>
      {record && isOpen && <ReceiveForm receiving={record} close={close} />}
    </DialogFrame>
  )
}

interface FormProps {
  readonly receiving: Receiving
  readonly close: () => void
}

function ReceiveForm({ receiving: { chosen, done }, close }: FormProps) {
  const form = useFields(repairs.custody, {}, aboutChosen(chosen))
  const send = useSend(repairs)
  const { submit, isSending } = useSubmit(async () => {
    if (!(await confirmChosen(chosen, { title: t('repair.do.RECEIVED') }))) return
    const { holderName } = form.getValues()
    const body = { ...chosen, holderName: typeof holderName === 'string' ? holderName : '' }
    const sent = await outcomeOf(send(repairs.receiveMany, { body }))
    if (!('reply' in sent)) return
    await notifyBatch(sent.reply, { kind: 'success', text: t('kit.done') })
    done()
    close()
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('repair.receiveManyHint')}</p>
      <TextField {...form.field('holderName', 'repair.holderName')} required={false} />
      <FormFooter agree="repair.do.RECEIVED" isSending={isSending} close={close} />
    </form>
  )
}
