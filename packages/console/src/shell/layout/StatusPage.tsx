import type { ReactNode } from 'react'
import { useAddress } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import styles from './StatusPage.module.css'

interface Props {
  readonly code: 403 | 404
  /** Further ways out. */
  readonly children?: ReactNode
}

/** 403 and 404: what happened, and the way out. */
export function StatusPage({ code, children }: Props) {
  const { permission } = useAddress().query
  const isForbidden = code === 403
  return (
    <section className={styles['page']}>
      <p className={styles['code']} aria-hidden="true">
        {t('shell.status.code', { code })}
      </p>
      <h1 className={styles['title']}>{t(isForbidden ? 'shell.403.title' : 'shell.404.title')}</h1>
      <p>{t(isForbidden ? 'shell.403.text' : 'shell.404.text')}</p>
      {isForbidden && permission && (
        <p>
          {t('shell.403.permission')} <code dir="ltr">{permission}</code>
        </p>
      )}
      <div className={styles['ways']}>
        <a className={styles['home']} href="#/">
          {t('shell.status.home')}
        </a>
        {children}
      </div>
    </section>
  )
}
