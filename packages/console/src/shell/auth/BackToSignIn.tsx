import { addressText } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import styles from './auth.module.css'

interface Props {
  /** Who comes in there, where that is known: it is not typed again. */
  readonly userName?: string | undefined
}

/** Back to where everybody comes in. */
export function BackToSignIn({ userName = '' }: Props) {
  return (
    <p className={styles['links']}>
      <a href={`#${addressText({ path: '/login', query: { user: userName } })}`}>
        {t('door.back')}
      </a>
    </p>
  )
}
