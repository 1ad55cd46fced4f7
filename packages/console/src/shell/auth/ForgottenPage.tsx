import { recovery, verificationTypes } from '@muster/contract'
import { useState } from 'react'
import { ask } from '../../kit/call.ts'
import { t } from '../../platform/texts.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { CaptchaField } from './lazyFields.ts'
import { MailedCodeField } from './MailedCodeField.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { requireSame } from './requireSame.ts'
import { useAuthForm } from './useAuthForm.ts'
import { UserNameField } from './UserNameField.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'
import { DonePage } from './DonePage.tsx'

/** A new password for whoever forgot his, by a mailed code. */
export function ForgottenPage() {
  const [doneFor, setDoneFor] = useState<string | null>(null)
  const form = useAuthForm(async (values) => {
    requireSame(values)
    const { userName = '', codeId = '', code = '', newPassword = '' } = values
    await ask(recovery.forgotten, { body: { userName, codeId, code, newPassword } })
    setDoneFor(userName)
  })
  if (doneFor !== null)
    return (
      <DonePage title="door.forgotten.title" text="door.forgotten.done" userName={doneFor.trim()} />
    )
  return (
    <AuthPage title={t('door.forgotten.title')}>
      <AuthForm form={form} submitText="door.forgotten.submit">
        <UserNameField problem={form.problems['userName']} />
        {form.asked.has('captcha') && <CaptchaField key={form.round} form={form} />}
        <MailedCodeField form={form} type={verificationTypes.forgotten} />
        <NewPasswordFields problems={form.problems} />
      </AuthForm>
      <BackToSignIn />
    </AuthPage>
  )
}
