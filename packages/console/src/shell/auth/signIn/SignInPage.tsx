import { lazyPart } from '../../../platform/lazyPart.tsx'
import { useAddress } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { AuthPage } from '../AuthPage.tsx'
import styles from '../auth.module.css'
import { shell } from '../../session/loadShell.ts'
import { siteOf } from '../../session/site.ts'
import { welcome } from '../../session/welcome.ts'
import { SignInForm } from './SignInForm.tsx'

const ForgottenPage = lazyPart(() =>
  import('../ForgottenPage.tsx').then((file) => file.ForgottenPage),
)

/** The sign-in. Everything behind it is fetched while the person types. */
export function SignInPage() {
  const { query } = useAddress()
  if (query['forgotten']) return <ForgottenPage />
  return (
    <AuthPage title={t('shell.login.title')}>
      <SignInForm
        startName={query['user']}
        // Whoever types is about to need the shell; before that the form itself has the line.
        onInput={() => void shell.load()}
        onDone={() => welcome(new Date())}
      />
      <p className={styles['links']}>
        <a href="#/login?forgotten=1">{t('door.forgotten.link')}</a>
        {siteOf().registration && <a href="#/register">{t('door.register.link')}</a>}
      </p>
    </AuthPage>
  )
}
