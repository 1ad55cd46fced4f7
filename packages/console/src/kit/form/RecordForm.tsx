import type { TextKey } from '@muster/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { CancelButton } from '../dialog/CancelButton.tsx'
import { Button } from '../../ui/controls.ts'
import { ConflictNote } from './ConflictNote.tsx'
import type { FieldHold } from '../../ui/form/fields.tsx'
import type { Versioned } from '../list/listed.ts'
import { type RecordFormStart, useRecordForm } from './useRecordForm.ts'
import { t } from '../../platform/texts.ts'
import { focusFault, focusFirst } from './focusField.ts'
import { useSubmit } from './useSubmit.ts'
import classes from './form.module.css'

export interface RecordFormProps<R extends Versioned, F> extends RecordFormStart<R, F> {
  /** There is more to say first: a button among the fields leads on to it, and is the one that catches the eye. */
  readonly goesOn?: boolean
  /** The fields: `{(field) => <TextField {...field('name', 'area.name')} />}`. */
  readonly children: (field: (name: keyof F & string, label: TextKey) => FieldHold) => ReactNode
}

/** The content of a form dialog. */
export function RecordForm<R extends Versioned, F>(props: RecordFormProps<R, F>) {
  const { dialog, goesOn, children } = props
  const frame = useRef<HTMLFormElement>(null)
  const form = useRecordForm(props)
  useEffect(() => focusFirst(frame.current), [])
  const { submit, isSending } = useSubmit(async (sent) => {
    if (await form.save()) dialog.close()
    else focusFault(sent)
  })
  return (
    <form ref={frame} onSubmit={submit} noValidate>
      <ConflictNote conflict={form.conflict} take={form.takeTheirs} />
      <div className={classes.fields}>{children(form.field)}</div>
      <div className={classes.footer}>
        <CancelButton close={dialog.close} />
        <Button type="submit" variant={goesOn ? 'default' : 'filled'} loading={isSending}>
          {t(form.submitText)}
        </Button>
      </div>
    </form>
  )
}
