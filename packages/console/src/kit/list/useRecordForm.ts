import { codes, type TextKey } from '@muster/contract'
import { useState } from 'react'
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
import { call } from '../call.ts'
import { fieldProblems } from '../callError.ts'
import { notify } from '../notify.ts'
import { t } from '../texts.ts'
import type { Formed, Versioned } from './formed.ts'
import { outcomeOf, useSend } from './useAction.ts'
import type { Dialog } from './useDialog.ts'

interface RecordFormStart<R, F> {
  readonly of: Formed<R, F>
  readonly dialog: Dialog<R>
  readonly start?: Partial<F>
}

/** The state of a form over one record: its fields, its rules from the contract, and saving. */
export function useRecordForm<R extends Versioned, F>({
  of,
  dialog,
  start,
}: RecordFormStart<R, F>) {
  const body = of.add.schemas.body
  const [record, setRecord] = useState(dialog.record)
  const form = useForm({
    initialValues: { ...startValues(body, valuesOf(record)), ...(record ? {} : start) },
    validate: (values) => sentences(problemsOf(body, values)),
  })
  const saving = useSaving(of)
  const field = (name: keyof F & string, label: TextKey): FieldHold => {
    const schema = membersOf(body)[name]
    const required = schema !== undefined && isRequired(schema)
    return { ...form.hold(name), name, label: t(label), required }
  }
  /** Their changes where this form changed nothing; the next save is over their version. */
  const takeTheirs = async () => {
    if (!record) return
    const theirs = await call(of.detail, { params: { id: record.id } })
    const fresh = startValues(body, valuesOf(theirs))
    const mine = Object.entries(form.getValues()).filter(([name]) => form.isDirty(name))
    form.setInitialValues(fresh)
    form.setValues({ ...fresh, ...Object.fromEntries(mine) })
    setRecord(theirs)
    saving.forgetConflict()
  }
  /** Answers whether the record is saved. */
  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const problems = await saving.send(bodyOf(body, form.getValues()), record)
    if (problems) form.setErrors(problems)
    return problems === null
  }
  const { isSaving, conflict } = saving
  return { field, save, takeTheirs, isSaving, conflict, isDirty: form.isDirty() }
}

/** Adds, or updates over the version that the record was read in. */
function useSaving<R extends Versioned, F>({ add, update, detail }: Formed<R, F>) {
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<string | null>(null)
  const sendCall = useSend({ add, update, detail })
  /** Answers the fields that the server refused; null when it took all. */
  const send = async (values: Values, record: Versioned | null) => {
    // The form's schema has just let the values pass, so they are what the call takes.
    const fields = values as F
    setSaving(true)
    const sent = record
      ? sendCall(update, { body: { ...fields, id: record.id, version: record.version } })
      : sendCall(add, { body: fields })
    const outcome = await outcomeOf<unknown>(sent.finally(() => setSaving(false)))
    if ('reply' in outcome) {
      notify.success(t('kit.saved'))
      return null
    }
    const { error } = outcome
    setConflict(error.code === codes.versionConflict ? error.message : null)
    return Object.fromEntries(fieldProblems(error).map(({ field, message }) => [field, message]))
  }
  return { isSaving, conflict, send, forgetConflict: () => setConflict(null) }
}

const valuesOf = (record: object | null): Values | null => record && { ...record }

function sentences(problems: ReturnType<typeof problemsOf>): Record<string, string> {
  const said = Object.entries(problems).map(([name, { key, values }]): [string, string] => [
    name,
    t(key, values),
  ])
  return Object.fromEntries(said)
}
