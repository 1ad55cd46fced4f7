import type { BatchReply, TextKey } from '@muster/contract'
import { useState } from 'react'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import type { PickerGroup } from '../../../kit/form/usePicker.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import type { Accounts } from './useUserDialogs.ts'

interface ChooseDialogProps {
  readonly dialog: Dialog<Accounts>
  /** Takes the `{name}` of the accounts. */
  readonly title: TextKey
  readonly label: TextKey
  readonly agree: TextKey
  readonly of: PickerGroup
  readonly onChosen: (which: Accounts['which'], id: string) => Promise<BatchReply>
}

/** Chooses one record for some accounts: their organisation, or a role more. */
export function ChooseDialog(props: ChooseDialogProps) {
  const { dialog, title } = props
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t(title, { name: record?.name ?? '' })}
    >
      {record && dialog.isOpen && <Choice {...props} accounts={record} />}
    </DialogFrame>
  )
}

function Choice(props: ChooseDialogProps & { readonly accounts: Accounts }) {
  const { dialog, label, agree, of, onChosen, accounts } = props
  const [id, setId] = useState<string | null>(null)
  const { submit, isSending } = useSubmit(async () => {
    if (!id || !(await confirmChosen(accounts.which, { title: t(agree) }))) return
    const outcome = await outcomeOf(onChosen(accounts.which, id))
    if (!('reply' in outcome)) return
    void notifyBatch(outcome.reply, { kind: 'success', text: t('kit.done') })
    dialog.close()
  })
  return (
    <form onSubmit={submit}>
      <RecordPicker of={of} label={t(label)} value={id} onChange={setId} required />
      <FormFooter
        agree={agree}
        isSending={isSending}
        close={dialog.close}
        isDisabled={id === null}
      />
    </form>
  )
}
