import { t } from '../../platform/texts.ts'
import styles from './auth.module.css'

/** Back to where everybody comes in. */
export function BackToSignIn() {
  return (
    <p className={styles['links']}>
      <a href="#/login">{t('door.back')}</a>
    </p>
  )
}
