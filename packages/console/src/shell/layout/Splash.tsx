import { t } from '../../platform/texts.ts'
import styles from './Splash.module.css'

/**
 * What shows while the next part of the console is on its way: grey lines in the shape of a page, as
 * `Awaited` has them within one. Of plain style sheets, for nothing else may be here yet.
 */
export function Splash() {
  return (
    <div className={styles['splash']} role="status" aria-label={t('shell.loading')}>
      <span />
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
