import { t } from '../../platform/texts.ts'
import styles from './Splash.module.css'

/** What shows while the next part of the console is on its way. */
export function Splash() {
  return (
    <div className={styles['splash']} role="status" aria-label={t('shell.loading')}>
      <span className={styles['wheel']} />
    </div>
  )
}
