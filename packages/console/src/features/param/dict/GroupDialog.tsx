import { type BatchInput, paramDicts } from '@muster/contract'
import { useState } from 'react'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { GroupInput } from './GroupField.tsx'

/** Entries of the dictionary that were chosen, or all that match. */
export interface ChosenDicts {
  readonly which: BatchInput
}

/** Puts the chosen ones into a group. */
export function GroupDialog({ dialog }: { readonly dialog: Dialog<ChosenDicts> }) {
  const { record } = dialog
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('paramDict.setGroup')}>
      {record && dialog.isOpen && <Choice chosen={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface ChoiceProps {
  readonly chosen: ChosenDicts
  readonly close: () => void
}

function Choice({ chosen: { which }, close }: ChoiceProps) {
  const [groupName, setGroupName] = useState('')
  const send = useSend(paramDicts)
  const { submit, isSending } = useSubmit(async () => {
    if (!(await confirmChosen(which, { title: t('paramDict.setGroup') }))) return
    const outcome = await outcomeOf(send(paramDicts.setGroup, { body: { ...which, groupName } }))
    if (!('reply' in outcome)) return
    const { reply } = outcome
    void notifyBatch(reply, {
      kind: 'success',
      text: t('paramDict.groupSet', { count: reply.count }),
    })
    close()
  })
  return (
    <form onSubmit={submit}>
      <GroupInput
        label={t('paramDict.group')}
        description={t('paramDict.setGroupHint')}
        value={groupName}
        onChange={setGroupName}
      />
      <FormFooter agree="paramDict.setGroup" isSending={isSending} close={close} />
    </form>
  )
}
