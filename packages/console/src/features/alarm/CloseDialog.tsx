import { alarms, type BatchInput } from '@muster/contract'
import { aboutChosen } from '../../kit/batch/aboutChosen.ts'
import { confirmChosen } from '../../kit/batch/confirmChosen.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { useFields } from '../../kit/form/useFields.ts'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { LongTextField } from '../../ui/form/fields.tsx'
import { ActedOn, type Told } from './ActedOn.tsx'
import classes from './alarm.module.css'

/** Alarms that are to be closed, named one by one or by what the list shows. */
export interface Closing {
  readonly chosen: BatchInput
  /** Which it is, where it is one. */
  readonly alarm?: Told
  readonly done?: () => void
}

/** Closes alarms by hand, with what is said about it. */
export function CloseDialog({ dialog }: { readonly dialog: Dialog<Closing> }) {
  const { record, isOpen, close } = dialog
  const title = t(record && !record.alarm ? 'alarm.closeManyTitle' : 'alarm.closeTitle')
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && <CloseForm closing={record} close={close} />}
    </DialogFrame>
  )
}

function CloseForm({ closing, close }: { readonly closing: Closing; readonly close: () => void }) {
  const form = useFields(alarms.close, {}, aboutChosen(closing.chosen))
  const act = useAction(alarms)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body || !(await confirmChosen(closing.chosen, { title: t('alarm.close') }))) return
    const closed = { ...closing.chosen, note: body.note ?? '' }
    if (!(await act(alarms.closeMany, { body: closed }))) return
    closing.done?.()
    close()
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {closing.alarm && <ActedOn alarm={closing.alarm} />}
      <LongTextField {...form.field('note', 'alarm.closeNote')} />
      <p className={classes.hint}>{t('alarm.closeHint')}</p>
      <FormFooter agree="alarm.close" isSending={isSending} close={close} />
    </form>
  )
}
