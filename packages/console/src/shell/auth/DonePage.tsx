import type { TextKey } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { AuthPage } from './AuthPage.tsx'
import styles from './auth.module.css'
import { BackToSignIn } from './BackToSignIn.tsx'

interface Props {
  readonly title: TextKey
  readonly text: TextKey
  /** Whom it was done for, where that is known. */
  readonly userName?: string
}

/** It is done: what comes next, and back to the sign-in. */
export function DonePage({ title, text, userName }: Props) {
  return (
    <AuthPage title={t(title)}>
      <p className={styles['lead']} role="status">
        {t(text)}
      </p>
      <BackToSignIn userName={userName} />
    </AuthPage>
  )
}
