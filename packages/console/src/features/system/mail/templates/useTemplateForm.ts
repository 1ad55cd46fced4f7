import { type MailTemplate, mailTemplates, type ReplyOf } from '@muster/contract'
import { useState } from 'react'
import { fieldProblems } from '../../../../kit/callError.ts'
import { outcomeOf, useSend } from '../../../../kit/useAction.ts'
import { useFields } from '../../../../kit/form/useFields.ts'
import { notify } from '../../../../kit/notify.ts'
import { t } from '../../../../platform/texts.ts'

type Preview = ReplyOf<typeof mailTemplates.preview>

/** The wording of one mail: its fields, saving it, and how it would arrive. */
export function useTemplateForm(template: MailTemplate) {
  const { code, language, subject, body, version } = template
  const form = useFields(mailTemplates.update, { code, language, subject, body, version })
  const send = useSend(mailTemplates)
  const [shown, setShown] = useState<Preview | null>(null)
  const refuse = (error: unknown) => {
    const problems = fieldProblems(error).map(({ field, message }): [string, string] => [
      field,
      message,
    ])
    form.setErrors(Object.fromEntries(problems))
  }
  /** Answers whether the wording is saved. */
  const save = async (): Promise<boolean> => {
    const wording = form.read()
    if (!wording) return false
    const outcome = await outcomeOf(send(mailTemplates.update, { body: wording }))
    if ('error' in outcome) refuse(outcome.error)
    else notify.success(t('kit.saved'))
    return 'reply' in outcome
  }
  const preview = async () => {
    const wording = form.read()
    if (!wording) return
    const { version: _, ...worded } = wording
    const outcome = await outcomeOf(send(mailTemplates.preview, { body: worded }))
    if ('error' in outcome) refuse(outcome.error)
    else setShown(outcome.reply)
  }
  return { field: form.field, save, preview, shown }
}
