import type { FieldProblem, TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { type About, useDraft } from '../../../kit/form/useDraft.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { Stack } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import {
  bodyOf,
  isRequired,
  problemsOf,
  startValues,
  type Values,
} from '../../../ui/form/formRules.ts'
import { membersOf, type Schema } from '../../../ui/form/schema.ts'
import { useForm } from '../../../ui/form/useForm.ts'

interface CommandFormProps {
  /** What the command takes, as the contract says. */
  readonly schema: z.ZodMiniType
  readonly start: Values
  /** The terminal that it is about, or which were chosen. */
  readonly about?: About | undefined
  readonly agree: TextKey
  /** Whether the command was taken; what of it the server refused is said at its field. */
  readonly send: (values: Values) => Promise<boolean | readonly FieldProblem[]>
  readonly close: () => void
  readonly children: (field: (name: string, label: TextKey) => FieldHold) => ReactNode
}

/** The fields of a command with the rules of the contract. Enter sends. */
export function CommandForm(props: CommandFormProps) {
  const { schema, start, about, agree, send, close, children } = props
  const form = useForm({
    initialValues: { ...startValues(schema, null), ...start },
    validate: (values) => sentences(schema, values),
  })
  useUnsaved(form.isDirty(), useDraft(form, { path: agree, about, schemas: { body: schema } }))
  const field = (name: string, label: TextKey): FieldHold => {
    const member = membersOf(schema)[name]
    const required = member !== undefined && isRequired(member)
    return { ...form.hold(name), name, label: t(label), required }
  }
  const { submit, isSending } = useSubmit(async () => {
    if (form.validate().hasErrors) return
    const answer = await send(bodyOf(schema, form.getValues()))
    if (answer === true) close()
    else if (answer)
      form.setErrors(Object.fromEntries(answer.map(({ field, message }) => [field, message])))
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {children(field)}
        <FormFooter agree={agree} isSending={isSending} close={close} />
      </Stack>
    </form>
  )
}

function sentences(schema: Schema, values: Values): Record<string, string> {
  const problems = Object.entries(problemsOf(schema, values))
  return Object.fromEntries(problems.map(([name, { key, values: of }]) => [name, t(key, of)]))
}
