import { type Apk, type App, apks } from '@muster/contract'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'
import { TemplatesField } from './TemplatesField.tsx'

interface TemplatesDialogProps {
  readonly dialog: Dialog<Apk>
  readonly app: App
}

/** Which templates of parameters a version brings from now on, though it was decided about. */
export function TemplatesDialog({ dialog, app }: TemplatesDialogProps) {
  const { record, isOpen, close } = dialog
  const title = t('apk.templatesOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <TemplatesForm key={record.id} apk={record} app={app} close={close} />}
    </DialogFrame>
  )
}

interface FormProps {
  readonly apk: Apk
  readonly app: App
  readonly close: () => void
}

function TemplatesForm({ apk, app, close }: FormProps) {
  const { id, name, version, paramTemplateIds, paramTemplates } = apk
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: apks,
    call: apks.setTemplates,
    start: { version, paramTemplateIds },
    input: (body) => ({ params: { id }, body }),
    done: close,
    said: () => t('apk.templatesSaved', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TemplatesField
        {...field('paramTemplateIds', 'apk.templates')}
        app={app}
        known={paramTemplates}
      />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}
