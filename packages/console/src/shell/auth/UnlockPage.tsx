import { recovery, verificationTypes } from '@muster/contract'
import { useState } from 'react'
import { ask } from '../../kit/call.ts'
import { t } from '../../platform/texts.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import styles from './auth.module.css'
import { CaptchaField } from './lazyFields.ts'
import { MailedCodeField } from './MailedCodeField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { UserNameField } from './UserNameField.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'
import { DonePage } from './DonePage.tsx'

/** Lifts the lock that too many failures brought, by a mailed code. */
export function UnlockPage() {
  const [isDone, setDone] = useState(false)
  const form = useAuthForm(async ({ userName = '', codeId = '', code = '' }) => {
    await ask(recovery.unlock, { body: { userName, codeId, code } })
    setDone(true)
  })
  if (isDone) return <DonePage title="door.unlock.title" text="door.unlock.done" />
  return (
    <AuthPage title={t('door.unlock.title')}>
      <p className={styles['lead']}>{t('door.unlock.lead')}</p>
      <AuthForm form={form} submitText="door.unlock.submit">
        <UserNameField problem={form.problems['userName']} />
        {form.asked.has('captcha') && <CaptchaField key={form.round} form={form} />}
        <MailedCodeField form={form} type={verificationTypes.unlock} />
      </AuthForm>
      <BackToSignIn />
    </AuthPage>
  )
}
