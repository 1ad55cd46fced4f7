import { type BatchReply, params } from '@muster/contract'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { useCountTyped } from '../../../kit/dialog/useCountTyped.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { chosenOf } from '../../../ui/table/useSelection.ts'
import classes from './assignment.module.css'
import { useNote } from './useNote.tsx'

/** What has become of a call for many. */
export type Sent = Awaited<ReturnType<typeof outcomeOf<BatchReply>>>

interface ActivateChosenProps {
  /** The chosen assignments, and how many they are. */
  readonly dialog: Dialog<Chosen>
  readonly tell: (sent: Sent) => Promise<void>
}

export interface Chosen {
  readonly which: ReturnType<typeof chosenOf>
  readonly count: number
}

/** Puts the drafts of the chosen assignments in force, with what is said of all of them. */
export function ActivateChosenDialog({ dialog, tell }: ActivateChosenProps) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('param.activateChosen')}>
      {record && <ActivateChosen {...record} close={close} tell={tell} />}
    </DialogFrame>
  )
}

interface FormProps extends Chosen, Pick<ActivateChosenProps, 'tell'> {
  readonly close: () => void
}

function ActivateChosen({ which, count, close, tell }: FormProps) {
  const { said, fields } = useNote()
  const { isTyped, field } = useCountTyped(count)
  const send = useSend(params)
  const { submit, isSending } = useSubmit(async () => {
    const sent = await outcomeOf(send(params.activateMany, { body: { ...which, ...said } }))
    if ('reply' in sent) close()
    await tell(sent)
  })
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <p>{t('param.activateChosenText', { count: formatNumber(count) })}</p>
      {fields}
      {field}
      <FormFooter
        agree="param.activate"
        isSending={isSending}
        isDisabled={!isTyped}
        close={close}
      />
    </form>
  )
}
