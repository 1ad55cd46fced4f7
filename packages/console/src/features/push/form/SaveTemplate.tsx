import { secretArguments, taskTemplates } from '@muster/contract'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { fieldProblems } from '../../../kit/callError.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { notify } from '../../../kit/notify.ts'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { CheckField, TextField } from '../../../ui/form/fields.tsx'
import classes from './form.module.css'
import type { PushStart } from './pushStart.ts'
import { templateOf, type TemplateBody } from './templateStart.ts'
import { commandOf } from './taskValues.ts'
import type { PushFormHold } from './usePushForm.ts'

interface SaveTemplateProps {
  readonly form: PushFormHold
  readonly start: PushStart | null
  readonly place: HTMLElement | null
}

/** Keeps what a form says as a template, for whoever may. */
export function SaveTemplate({ form, start, place }: SaveTemplateProps) {
  const [kept, setKept] = useState<TemplateBody | null>(null)
  const mayAdd = useCan(taskTemplates.add.permission)
  const cmd = commandOf(form.values)
  // A template keeps no password.
  if (!mayAdd || (cmd !== null && secretArguments(cmd).length > 0)) return null
  const open = () => {
    const body = templateOf(form.values, start?.template?.name ?? '-')
    if (body) setKept(body)
    else notify.error(t('push.template.faulty'))
  }
  return (
    <>
      {place &&
        createPortal(
          <Button variant="default" onClick={open}>
            {t('push.template.save')}
          </Button>,
          place,
        )}
      <DialogFrame
        isOpen={kept !== null}
        close={() => setKept(null)}
        title={t('push.template.saveTitle')}
      >
        {kept && <Named kept={kept} template={start?.template} close={() => setKept(null)} />}
      </DialogFrame>
    </>
  )
}

interface NamedProps {
  readonly kept: TemplateBody
  readonly template: PushStart['template']
  readonly close: () => void
}

/** Asks what it is called; a template that the task began from may be changed. */
function Named({ kept, template, close }: NamedProps) {
  const mayChange = useCan(taskTemplates.update.permission)
  const [name, setName] = useState(template?.name ?? '')
  const [isChange, setChange] = useState(template !== undefined && mayChange)
  const [error, setError] = useState<string | undefined>()
  const save = useSave(setError)
  const { submit, isSending } = useSubmit(async () => {
    if (name.trim() === '') return setError(t('kit.invalid.required'))
    const isSaved = await save({ ...kept, name: name.trim() }, isChange ? template : undefined)
    if (isSaved) close()
  })
  const held = { onBlur: () => undefined, required: false, error: undefined }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('push.template.hint')}</p>
      <TextField
        {...held}
        name="name"
        label={t('push.template.name')}
        value={name}
        onChange={(value) => setName(String(value))}
        error={error}
        required
      />
      {template && mayChange && (
        <CheckField
          {...held}
          name="change"
          label={t('push.template.change')}
          value={isChange}
          onChange={(value) => setChange(value === true)}
        />
      )}
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

/** Whether it was saved; what is wrong with its name is said there. */
function useSave(setError: (error: string | undefined) => void) {
  const send = useSend(taskTemplates)
  return async (body: TemplateBody, template: PushStart['template']): Promise<boolean> => {
    const { id, version } = template ?? {}
    const sent = await outcomeOf(
      id === undefined || version === undefined
        ? send(taskTemplates.add, { body })
        : send(taskTemplates.update, { body: { ...body, id, version } }),
    )
    if ('reply' in sent) {
      notify.success(t('push.template.saved', { name: body.name }))
      return true
    }
    setError(fieldProblems(sent.error)[0]?.message)
    return false
  }
}
