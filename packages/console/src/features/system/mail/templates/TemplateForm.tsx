import { type MailTemplate, mailTemplates } from '@muster/contract'
import { useCan } from '../../../../kit/session.ts'
import { useSubmit } from '../../../../kit/form/useSubmit.ts'
import { t } from '../../../../platform/texts.ts'
import { Button } from '../../../../ui/controls.ts'
import { LongTextField, TextField } from '../../../../ui/form/fields.tsx'
import { Letter } from '../Letter.tsx'
import classes from '../mail.module.css'
import { useTemplateForm } from './useTemplateForm.ts'

interface TemplateFormProps {
  readonly template: MailTemplate
  readonly done: () => void
}

/** Subject and HTML of a mail, its variables, and how it would arrive. */
export function TemplateForm({ template, done }: TemplateFormProps) {
  const { language, variables } = template
  const { field, save, preview, shown } = useTemplateForm(template)
  const maySave = useCan(mailTemplates.update.permission)
  const { submit, isSending } = useSubmit(async () => {
    if (await save()) done()
  })
  return (
    <form onSubmit={submit} noValidate>
      <TextField {...field('subject', 'mail.subject')} />
      <div className={classes.body}>
        <LongTextField {...field('body', 'mail.body')} rows={10} />
      </div>
      <p className={classes.variables}>
        {t('mail.variables')}{' '}
        {variables.map((name) => (
          <code key={name} dir="ltr">{`{{${name}}}`}</code>
        ))}
      </p>
      {shown && (
        <div className={classes.preview}>
          <h3>{t('mail.preview')}</h3>
          <Letter subject={shown.subject} text={shown.text} language={language} />
        </div>
      )}
      <div className={classes.footer}>
        <Button variant="default" onClick={() => void preview()}>
          {t('mail.preview')}
        </Button>
        {maySave && (
          <Button type="submit" loading={isSending}>
            {t('kit.save')}
          </Button>
        )}
      </div>
    </form>
  )
}
