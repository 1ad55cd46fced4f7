import { t } from '../../platform/texts.ts'
import styles from './door.module.css'

/** Back to where everybody comes in. */
export function WayBack() {
  return (
    <p className={styles['links']}>
      <a href="#/login">{t('door.back')}</a>
    </p>
  )
}
