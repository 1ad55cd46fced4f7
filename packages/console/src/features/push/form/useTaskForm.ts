import {
  type CommandName,
  commandSchemas,
  mqttTasks,
  type PushPreview,
  type Push,
  type TextKey,
} from '@muster/contract'
import { useEffect, useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { usePage } from '../../../kit/page/page.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { isRequired, type Values } from '../../../ui/form/formRules.ts'
import { defaultOf, membersOf } from '../../../ui/form/schema.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { emptyTask, type TaskStart } from './taskStart.ts'
import { argName, commandOf, faultsOf, fieldOf, readBody, type TaskBody } from './taskValues.ts'

/** A task as it would be given, and whom it would reach. */
export interface Checked {
  readonly body: TaskBody
  readonly preview: PushPreview
}

/** The form of a task: it is looked at before it is given. */
export function useTaskForm(start: TaskStart | null, given: (push: Push) => void) {
  const form = useForm({
    initialValues: { ...emptyTask, ...start?.values },
    validate: faultsOf,
  })
  const isDirty = form.isDirty()
  useMarkDirty(isDirty)
  const sending = useSending(form, given)
  return { values: form.getValues(), ...fieldsOf(form), ...sending, isDirty }
}

type Form = ReturnType<typeof useForm>

/** Looks at what the form says, and gives it; what the server refuses is said at its field. */
function useSending(form: Form, given: (push: Push) => void) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isSending, setSending] = useState(false)
  const send = useSend(mqttTasks)
  const refused = (error: unknown) => {
    setChecked(null)
    form.setErrors(errorsOf(error, form.getValues()))
  }
  const check = async () => {
    if (form.validate().hasErrors) return
    const body = readBody(form.getValues())
    if (!body) return
    setSending(true)
    const sent = await outcomeOf(
      send(mqttTasks.precheck, { body }).finally(() => setSending(false)),
    )
    if ('reply' in sent) setChecked({ body, preview: sent.reply })
    else refused(sent.error)
  }
  const give = async ({ body }: Checked) => {
    setSending(true)
    const sent = await outcomeOf(send(mqttTasks.add, { body }).finally(() => setSending(false)))
    if ('reply' in sent) given(sent.reply)
    else refused(sent.error)
  }
  return { check, give, checked, isSending, back: () => setChecked(null) }
}

function errorsOf(error: unknown, values: Values): Record<string, string> {
  const faults = fieldProblems(error).map(
    ({ field, message }) => [fieldOf(field, values), message] as const,
  )
  return Object.fromEntries(faults)
}

/** What the fields of the form hold. */
function fieldsOf(form: Form) {
  const field = (name: string, label: TextKey): FieldHold => ({
    ...form.hold(name),
    name,
    label: t(label),
    required: false,
  })
  /** An argument of the command, with the rule that its schema has. */
  const arg = (name: string, label: TextKey): FieldHold => {
    const member = argsOf(commandOf(form.getValues()))[name]
    return { ...field(argName(name), label), required: member !== undefined && isRequired(member) }
  }
  /** Another command takes other arguments: they begin as its schema says. */
  const choose = (cmd: unknown) => {
    form.setFieldValue('cmd', cmd)
    for (const [name, member] of Object.entries(argsOf(commandOf({ cmd }))))
      form.setFieldValue(argName(name), defaultOf(member) ?? '')
  }
  return { field, arg, choose }
}

const argsOf = (cmd: CommandName | null) => (cmd === null ? {} : membersOf(commandSchemas[cmd]))

export type TaskFormHold = ReturnType<typeof useTaskForm>

function useMarkDirty(isDirty: boolean): void {
  const { setDirty } = usePage()
  useEffect(() => {
    setDirty(isDirty)
    return () => setDirty(false)
  }, [isDirty, setDirty])
}
