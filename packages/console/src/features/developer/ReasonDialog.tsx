import { type Developer, developers, type TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { type FieldHold, LongTextField } from '../../ui/form/fields.tsx'
import classes from './developer.module.css'

interface FormProps {
  readonly id: string
  readonly close: () => void
}

interface ReasonProps {
  readonly hint: TextKey
  readonly agree: TextKey
  readonly close: () => void
  readonly reason: FieldHold
  readonly form: Pick<ReturnType<typeof useCallForm>, 'submit' | 'isSending'>
}

function Reason({ hint, agree, close, reason, form }: ReasonProps) {
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <p className={classes.hint}>{t(hint)}</p>
      <LongTextField {...reason} required />
      <FormFooter agree={agree} isSending={form.isSending} close={close} />
    </form>
  )
}

function RejectForm({ id, close }: FormProps) {
  const form = useCallForm({
    about: id,
    of: developers,
    call: developers.review,
    start: { result: 'REJECTED' },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  const reason = form.field('reason', 'developer.reason')
  const words = { hint: 'developer.rejectHint', agree: 'developer.reject' } as const
  return <Reason {...words} close={close} reason={reason} form={form} />
}

function useSuspendForm({ id, close }: FormProps, on: '0' | '1') {
  return useCallForm({
    about: id,
    of: developers,
    call: developers.suspend,
    input: (body) => ({ params: { id, on }, body }),
    done: close,
  })
}

function SuspendForm(props: FormProps) {
  const form = useSuspendForm(props, '1')
  const reason = form.field('reason', 'developer.reason')
  const words = { hint: 'developer.suspendHint', agree: 'developer.suspend' } as const
  return <Reason {...words} close={props.close} reason={reason} form={form} />
}

function ResumeForm(props: FormProps) {
  const form = useSuspendForm(props, '0')
  const reason = form.field('reason', 'developer.reason')
  const words = { hint: 'developer.resumeHint', agree: 'developer.resume' } as const
  return <Reason {...words} close={props.close} reason={reason} form={form} />
}

function CloseForm({ id, close }: FormProps) {
  const form = useCallForm({
    about: id,
    of: developers,
    call: developers.close,
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  const reason = form.field('reason', 'developer.reason')
  const words = { hint: 'developer.closeHint', agree: 'developer.close' } as const
  return <Reason {...words} close={close} reason={reason} form={form} />
}

/** What is done to a developer with a reason, which whoever acts for him is told. */
const acts = {
  reject: { title: 'developer.rejectOf', Form: RejectForm },
  suspend: { title: 'developer.suspendOf', Form: SuspendForm },
  resume: { title: 'developer.resumeOf', Form: ResumeForm },
  close: { title: 'developer.closeOf', Form: CloseForm },
} as const satisfies Record<string, { title: TextKey; Form: ComponentType<FormProps> }>

export interface Reasoned {
  readonly act: keyof typeof acts
  readonly developer: Developer
}

/** Asks for the reason of what is done to a developer. */
export function ReasonDialog({ dialog }: { readonly dialog: Dialog<Reasoned> }) {
  const { record, isOpen, close } = dialog
  if (!record) return null
  const { act, developer } = record
  const { title, Form } = acts[act]
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t(title, { name: developer.name })}>
      {isOpen && <Form key={developer.id} id={developer.id} close={close} />}
    </DialogFrame>
  )
}
