import type { PushPreview, Push, TextKey } from '@muster/contract'
import { useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import type { Values } from '../../../ui/form/formRules.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import type { PushStart } from './pushStart.ts'
import { editFaults, type FormSort, type Ready, readyEdit } from './pushValues.ts'

/** A push as it would be given, and whom it would reach. */
export interface Checked {
  readonly ready: Ready
  readonly preview: PushPreview
}

interface Opened {
  readonly start: PushStart | null
  readonly given: (push: Push) => void
}

/** The form of a push: it is looked at before it is given. */
export function usePushForm(sort: FormSort, { start, given }: Opened) {
  const { edit } = sort
  const edits = edit && start?.edits
  const form = useForm({
    initialValues: { ...sort.empty, ...start?.values },
    validate: edits ? (values) => editFaults(values, edits, edit) : sort.faults,
  })
  const isDirty = form.isDirty()
  const readyOf = (values: Values) => (edits ? readyEdit(values, edits, edit) : sort.ready(values))
  const sending = useSending({ ...sort, ready: readyOf }, form, given)
  const field = (name: string, label: TextKey): FieldHold => ({
    ...form.hold(name),
    name,
    label: t(label),
    required: false,
  })
  const set = (name: string, value: unknown) => form.setFieldValue(name, value)
  return { values: form.getValues(), field, set, ...sending, isDirty, edits: edits ?? null }
}

type Form = ReturnType<typeof useForm>

/** Looks at what the form says, and gives it; what the server refuses is said at its field. */
function useSending(sort: FormSort, form: Form, given: (push: Push) => void) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isGiving, setGiving] = useState(false)
  const send = useSend(sort.of)
  const refused = (error: unknown) => {
    setChecked(null)
    const values = form.getValues()
    const faults = fieldProblems(error).map(
      ({ field, message }) => [sort.fieldOf(field, values), message] as const,
    )
    form.setErrors(Object.fromEntries(faults))
  }
  const check = async () => {
    if (form.validate().hasErrors) return
    const ready = sort.ready(form.getValues())
    if (!ready) return
    const sent = await outcomeOf(ready.check(send))
    if ('reply' in sent) setChecked({ ready, preview: sent.reply })
    else refused(sent.error)
  }
  const give = async ({ ready, preview }: Checked) => {
    setGiving(true)
    const sent = await outcomeOf(
      ready.give(send, { skipUnknown: preview.unknown.count > 0 }).finally(() => setGiving(false)),
    )
    if ('reply' in sent) given(sent.reply)
    else refused(sent.error)
  }
  return { check, give, checked, isGiving, back: () => setChecked(null) }
}

export type PushFormHold = ReturnType<typeof usePushForm>
