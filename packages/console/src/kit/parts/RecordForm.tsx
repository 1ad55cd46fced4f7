import { type SubmitEvent, useEffect, useRef } from 'react'
import { Alert, Button } from '../../ui/controls.ts'
import type { Versioned } from '../list/formed.ts'
import { useRecordForm } from '../list/useRecordForm.ts'
import { usePage } from '../page.ts'
import { t } from '../texts.ts'
import type { FormDialogProps } from './FormDialog.tsx'
import classes from './parts.module.css'

interface RecordFormProps<R extends Versioned, F> extends FormDialogProps<R, F> {
  readonly setDirty: (isDirty: boolean) => void
  readonly cancel: () => void
}

/** The content of a form dialog, loaded with the first form that opens. */
export function RecordForm<R extends Versioned, F>(props: RecordFormProps<R, F>) {
  const { setDirty, children } = props
  const frame = useRef<HTMLFormElement>(null)
  const form = useRecordForm(props)
  useFollowDirty(form.isDirty, setDirty)
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await form.save()) {
      setDirty(false)
      props.dialog.close()
    } else frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form ref={frame} onSubmit={(event) => void submit(event)} noValidate>
      {form.conflict && (
        <Alert color="yellow" mb="md" role="alert" title={form.conflict}>
          <p>{t('kit.conflictText')}</p>
          <Button size="xs" variant="default" onClick={() => void form.takeTheirs()}>
            {t('kit.conflictTake')}
          </Button>
        </Alert>
      )}
      <div className={classes.fields}>{children(form.field)}</div>
      <div className={classes.footer}>
        <Button variant="default" onClick={props.cancel}>
          {t('kit.cancel')}
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {t('kit.save')}
        </Button>
      </div>
    </form>
  )
}

/** Unsaved input marks the tab, and is asked about before the dialog closes. */
function useFollowDirty(isDirty: boolean, tell: (isDirty: boolean) => void): void {
  const { setDirty } = usePage()
  useEffect(() => {
    tell(isDirty)
    setDirty(isDirty)
    return () => setDirty(false)
  }, [isDirty, tell, setDirty])
}
