import type { Call, TextKey } from '@muster/contract'
import type * as z from 'zod/mini'
import type { FieldHold } from '../../ui/form/fields.tsx'
import {
  bodyOf,
  isRequired,
  problemsOf,
  startValues,
  type Values,
} from '../../ui/form/formRules.ts'
import { membersOf } from '../../ui/form/schema.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { t } from '../../platform/texts.ts'
import { type About, useDraft } from './useDraft.ts'
import { useUnsaved } from '../dialog/useUnsaved.ts'

/** A call whose body a form fills in. */
export type FilledCall<F> = Call<{
  readonly body: z.ZodMiniType<unknown, F>
  readonly reply: z.ZodMiniType
}>

/** The fields of a call's body: their labels, and their rules from the contract. */
export function useFields<F>(call: FilledCall<F>, start: Values = {}, about?: About) {
  const { body } = call.schemas
  const form = useForm({
    initialValues: { ...startValues(body, null), ...start },
    validate: (values) =>
      Object.fromEntries(
        Object.entries(problemsOf(body, values)).map(([name, { key, values: parts }]) => [
          name,
          t(key, parts),
        ]),
      ),
  })
  const isKept = useDraft(form, { ...call, about })
  useUnsaved(form.isDirty(), isKept)
  return {
    ...form,
    /** What is typed is put back after the console is loaded anew. */
    isKept,
    field: (name: keyof F & string, label: TextKey): FieldHold => {
      const schema = membersOf(body)[name]
      const required = schema !== undefined && isRequired(schema)
      return { ...form.hold(name), name, label: t(label), required }
    },
    /** The body to send; null when a rule is broken, which the fields then say. */
    read: (): F | null => {
      if (form.validate().hasErrors) return null
      // The schema has just let these values pass.
      return bodyOf(body, form.getValues()) as F
    },
  }
}
