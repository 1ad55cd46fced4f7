import { copyrightLine, siteOf } from '../site.ts'
import { t } from '../../platform/texts.ts'
import { Logo } from '../frame/Logo.tsx'
import { welcome } from '../welcome.ts'
import { LanguageSelect } from './LanguageSelect.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignInPage.module.css'

/** The door. Everything behind it is fetched while the person types. */
export function SignInPage() {
  const { webName, bgUrl } = siteOf()
  return (
    <div
      className={styles['page']}
      style={bgUrl ? { backgroundImage: `url(${JSON.stringify(bgUrl)})` } : undefined}
    >
      <header className={styles['top']}>
        <LanguageSelect />
      </header>
      <main className={styles['card']}>
        <div className={styles['brand']}>
          <Logo size={40} />
          <p className={styles['site']}>{webName}</p>
        </div>
        <h1 className={styles['title']}>{t('shell.login.title')}</h1>
        <SignInForm onDone={() => welcome(new Date())} />
      </main>
      <footer className={styles['foot']}>{copyrightLine()}</footer>
    </div>
  )
}
