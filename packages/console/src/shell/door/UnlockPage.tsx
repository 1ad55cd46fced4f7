import { recovery, verificationTypes } from '@muster/contract'
import { Suspense, useState } from 'react'
import { ask } from '../../kit/call.ts'
import { t } from '../../platform/texts.ts'
import { DoorForm } from './DoorForm.tsx'
import { DoorPage } from './DoorPage.tsx'
import styles from './door.module.css'
import { CaptchaField } from './lazyFields.ts'
import { MailedCodeField } from './MailedCodeField.tsx'
import { useDoorForm } from './useDoorForm.ts'
import { UserNameField } from './UserNameField.tsx'
import { WayBack } from './WayBack.tsx'
import { WayOut } from './WayOut.tsx'

/** Lifts the lock that too many failures brought, by a mailed code. */
export function UnlockPage() {
  const [isDone, setDone] = useState(false)
  const form = useDoorForm(async ({ userName = '', codeId = '', code = '' }) => {
    await ask(recovery.unlock, { body: { userName, codeId, code } })
    setDone(true)
  })
  if (isDone) return <WayOut title="door.unlock.title" text="door.unlock.done" />
  return (
    <DoorPage title={t('door.unlock.title')}>
      <p className={styles['lead']}>{t('door.unlock.lead')}</p>
      <DoorForm form={form} submitText="door.unlock.submit">
        <UserNameField problem={form.problems['userName']} />
        <Suspense fallback={null}>
          {form.asked.has('captcha') && <CaptchaField key={form.round} form={form} />}
        </Suspense>
        <MailedCodeField form={form} type={verificationTypes.unlock} />
      </DoorForm>
      <WayBack />
    </DoorPage>
  )
}
