import { useAddress } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import styles from './StatusPage.module.css'

interface Props {
  readonly code: 403 | 404
  /** Opens the search, where there is one. */
  readonly find?: () => void
}

/** 403 and 404: what happened, and the way out. */
export function StatusPage({ code, find }: Props) {
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
        <a className={styles['way']} href="#/">
          {t('shell.status.home')}
        </a>
        {find && (
          <button type="button" className={styles['way']} onClick={find}>
            {t('frame.find')}
          </button>
        )}
      </div>
    </section>
  )
}
