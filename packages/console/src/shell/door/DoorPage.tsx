import type { ReactNode } from 'react'
import { Logo } from '../frame/Logo.tsx'
import { copyrightLine, siteOf } from '../site.ts'
import styles from './DoorPage.module.css'
import { LanguageSelect } from './LanguageSelect.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** What every page outside looks like: the site's name and picture around one card. */
export function DoorPage({ title, children }: Props) {
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
        <h1 className={styles['title']}>{title}</h1>
        {children}
      </main>
      <footer className={styles['foot']}>{copyrightLine()}</footer>
    </div>
  )
}
