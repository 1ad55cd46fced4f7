import { codes } from '@muster/contract'
import { useState } from 'react'
import { startValues, type Values } from '../../ui/form/formRules.ts'
import { call } from '../call.ts'
import { fieldProblems } from '../callError.ts'
import { notify } from '../notify.ts'
import type { Formed, Versioned } from '../list/listed.ts'
import { outcomeOf, useSend } from '../useAction.ts'
import type { Dialog } from '../dialog/useDialog.ts'
import { type NewAs, submitTexts } from './submitTexts.ts'
import { keepSaved, newestOf } from './savedRecords.ts'
import { undoOfSave } from './undoOfSave.ts'
import type { About } from './useDraft.ts'
import { useFields } from './useFields.ts'

/** A form over one record: adds it, or edits the one that its dialog was opened with. */
export interface RecordFormStart<R, F> {
  readonly of: Formed<R, F>
  readonly dialog: Dialog<R>
  /** What a new record starts with beside the contract's defaults. */
  readonly start?: Partial<F>
  /** Of a new record that starts like another one: what it is like. */
  readonly about?: About | undefined
  /** How a new record comes to be: `added` unless said otherwise. */
  readonly newAs?: NewAs
  /** Asked before it is sent, once its fields are right: what it would change, for instance. */
  readonly confirmSave?: (fields: F, record: R | null) => Promise<boolean>
  /** Told once it is saved, with what the server answered. */
  readonly onSaved?: (saved: R) => void
}

/** The state of a form over one record: its fields, and saving it. */
export function useRecordForm<R extends Versioned, F>({
  of,
  dialog,
  start,
  about,
  newAs = 'added',
  confirmSave,
  onSaved,
}: RecordFormStart<R, F>) {
  const [record, setRecord] = useState(() => dialog.record && newestOf(dialog.record))
  const valuesOf = (from: R): Values => startValues(of.add.schemas.body, from)
  const form = useFields(of.add, record ? valuesOf(record) : { ...start }, record?.id ?? about)
  // Who is asked what a save would change is not offered to change it again unasked.
  const saving = useSaving(of, { newAs, onSaved, hasWayBack: !confirmSave })
  /** Their changes where this form changed nothing; the next save is over their version. */
  const takeTheirs = async () => {
    if (!record) return
    const theirs = await call(of.detail, { params: { id: record.id } })
    const mine = Object.entries(form.getValues()).filter(([name]) => form.isDirty(name))
    form.setInitialValues({ ...valuesOf(theirs) })
    form.setValues({ ...valuesOf(theirs), ...Object.fromEntries(mine) })
    setRecord(theirs)
    saving.forgetConflict()
  }
  /** Answers whether the record is saved. */
  const save = async (): Promise<boolean> => {
    const fields = form.read()
    if (fields && confirmSave && !(await confirmSave(fields, record))) return false
    const problems = fields && (await saving.send(fields, record))
    if (problems) form.setErrors(problems)
    return fields !== null && problems === null
  }
  const { conflict } = saving
  const submitText = submitTexts[record ? 'saved' : newAs]
  const isDirty = form.isDirty()
  return { field: form.field, save, submitText, takeTheirs, conflict, isDirty }
}

interface SavingOptions<R> {
  readonly newAs: NewAs
  readonly onSaved: ((saved: R) => void) | undefined
  readonly hasWayBack: boolean
}

/** Adds, or updates over the version that the record was read in. */
function useSaving<R extends Versioned, F>(
  of: Formed<R, F>,
  { newAs, onSaved, hasWayBack }: SavingOptions<R>,
) {
  const { add, update, detail } = of
  const [conflict, setConflict] = useState<string | null>(null)
  const sendCall = useSend({ add, update, detail })
  /** Answers the fields that the server refused; null when it took all. */
  const send = async (fields: F, record: R | null) => {
    const sent = record
      ? sendCall(update, { body: { ...fields, id: record.id, version: record.version } })
      : sendCall(add, { body: fields })
    const outcome = await outcomeOf<unknown>(sent)
    if ('reply' in outcome) {
      // Both calls of a group answer its record.
      const saved = outcome.reply as R
      if (record) keepSaved(saved)
      const back = record && hasWayBack ? undoOfSave(of, { record, saved, fields }, sendCall) : null
      notify.written({ ...record, ...fields }, record ? 'saved' : newAs, back ?? {})
      onSaved?.(saved)
      return null
    }
    const { error } = outcome
    setConflict(error.code === codes.versionConflict ? error.message : null)
    return Object.fromEntries(fieldProblems(error).map(({ field, message }) => [field, message]))
  }
  return { conflict, send, forgetConflict: () => setConflict(null) }
}
