import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Logo } from '../layout/Logo.tsx'
import { copyrightLine, siteOf } from '../session/site.ts'
import styles from './AuthPage.module.css'
import { LanguageSelect } from './LanguageSelect.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** What every page outside looks like: the site's name and picture around one card. */
export function AuthPage({ title, children }: Props) {
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
          <Logo size={32} />
          <p className={styles['site']}>{webName}</p>
        </div>
        <h1 className={styles['title']}>{title}</h1>
        {children}
      </main>
      <footer className={styles['foot']}>
        <Help />
        <p>{copyrightLine()}</p>
      </footer>
    </div>
  )
}

/** Whom to ask, and what one agrees to, where the site says so. */
function Help() {
  const { support, termsUrl, privacyUrl } = siteOf()
  if (!support && !termsUrl && !privacyUrl) return null
  return (
    <p className={styles['help']}>
      {support && <span>{t('door.support', { text: support })}</span>}
      {termsUrl && <OtherPage url={termsUrl} text={t('door.terms')} />}
      {privacyUrl && <OtherPage url={privacyUrl} text={t('door.privacy')} />}
    </p>
  )
}

function OtherPage({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
