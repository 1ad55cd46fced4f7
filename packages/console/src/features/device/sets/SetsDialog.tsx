import { devices } from '@muster/contract'
import * as z from 'zod/mini'
import { aboutChosen } from '../../../kit/batch/aboutChosen.ts'
import { fieldProblems } from '../../../kit/callError.ts'
import { confirmMany } from '../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import type { Values } from '../../../ui/form/formRules.ts'
import { CommandForm } from '../command/CommandForm.tsx'
import { reportSet, sendSet, titleOf } from './sendSet.ts'
import { setField, setTexts } from './setActs.ts'
import type { SetAsk, SetsDialogState } from './useSetsDialog.ts'

/** Asks which group or label chosen terminals come to or leave, and has them do so. */
export function SetsDialog({ dialog }: { readonly dialog: SetsDialogState }) {
  const { record: ask } = dialog
  if (!ask) return null
  const { act, chosen } = ask
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={titleOf(act, chosen.count)}>
      <Text size="sm" mb="sm">
        {t(`sets.says.${act}`)}
      </Text>
      <SetForm key={act} ask={ask} close={dialog.close} />
    </DialogFrame>
  )
}

const schemas = {
  groupId: z.strictObject({ groupId: z.uuid() }),
  classificationId: z.strictObject({ classificationId: z.uuid() }),
}

function SetForm({ ask, close }: { readonly ask: SetAsk; readonly close: () => void }) {
  const { name, label, of } = setField(ask.act)
  return (
    <CommandForm
      schema={schemas[name]}
      start={{}}
      agree={setTexts[ask.act]}
      about={aboutChosen(ask.chosen.which)}
      close={close}
      send={useSet(ask)}
    >
      {(field) => <RecordField {...field(name, label)} of={of} />}
    </CommandForm>
  )
}

function useSet({ act, chosen }: SetAsk) {
  const send = useSend(devices)
  const { which, count } = chosen
  return async (values: Values) => {
    const [title, text] = [t(setTexts[act]), t(`sets.says.${act}`)]
    if (!(await confirmMany({ title, text, agree: title, count, kind: 'ordinary' }))) return false
    const setId = String(values[setField(act).name])
    const sent = await outcomeOf(sendSet(send, { act, which, setId }))
    if ('error' in sent) return fieldProblems(sent.error)
    await reportSet(send, { act, setId, count }, sent.reply)
    chosen.done()
    return true
  }
}
