import { mqttTasks, organizations } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { Callout } from '../../ui/form/Callout.tsx'
import { type FieldHold, LongTextField, TextField } from '../../ui/form/fields.tsx'
import classes from './push.module.css'

/** Halts all sending: what it stops is typed before, so that nobody does it by a slip. */
export function HaltDialog({ dialog }: { readonly dialog: Dialog<unknown> }) {
  const { isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('push.halt')}>
      {isOpen && <HaltForm close={close} />}
    </DialogFrame>
  )
}

function HaltForm({ close }: { readonly close: () => void }) {
  const word = t('push.haltWord')
  const typed = useTyped(word)
  const { field, submit, isSending } = useCallForm({
    of: mqttTasks,
    call: mqttTasks.halt,
    input: (body: { orgId: string | null; reason: string }) => ({ body }),
    done: close,
  })
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.isRight()) submit(event)
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <Callout title={t('push.haltMeans')}>{t('push.haltHint')}</Callout>
      <RecordField {...field('orgId', 'push.haltOrg')} of={organizations} />
      <LongTextField {...field('reason', 'push.reason')} rows={2} />
      <TextField {...typed.field} />
      <FormFooter agree="push.halt" isSending={isSending} close={close} isDangerous />
    </form>
  )
}

/** A word that has to be typed as it stands. */
function useTyped(word: string) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | undefined>()
  const isSame = () => value.trim().toLocaleLowerCase() === word.toLocaleLowerCase()
  const field: FieldHold = {
    name: 'typed',
    label: t('push.haltType', { word }),
    value,
    required: true,
    error,
    onBlur: () => undefined,
    onChange: (next) => {
      setError(undefined)
      setValue(String(next))
    },
  }
  const isRight = () => {
    if (!isSame()) setError(t('push.haltType', { word }))
    return isSame()
  }
  return { field, isRight }
}
