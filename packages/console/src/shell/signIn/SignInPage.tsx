import { lazy, Suspense } from 'react'
import { useAddress } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import { DoorPage } from '../door/DoorPage.tsx'
import styles from '../door/door.module.css'
import { shell } from '../loadShell.ts'
import { siteOf } from '../site.ts'
import { welcome } from '../welcome.ts'
import { SignInForm } from './SignInForm.tsx'

const ForgottenPage = lazy(() =>
  import('../door/ForgottenPage.tsx').then((file) => ({ default: file.ForgottenPage })),
)

/** The door. Everything behind it is fetched while the person types. */
export function SignInPage() {
  const { query } = useAddress()
  if (query['forgotten'])
    return (
      <Suspense fallback={null}>
        <ForgottenPage />
      </Suspense>
    )
  return (
    <DoorPage title={t('shell.login.title')}>
      <SignInForm
        // Whoever types is about to need the shell; before that the form itself has the line.
        onInput={() => void shell.load()}
        onDone={() => welcome(new Date())}
      />
      <p className={styles['links']}>
        <a href="#/login?forgotten=1">{t('door.forgotten.link')}</a>
        {siteOf().registration && <a href="#/register">{t('door.register.link')}</a>}
      </p>
    </DoorPage>
  )
}
