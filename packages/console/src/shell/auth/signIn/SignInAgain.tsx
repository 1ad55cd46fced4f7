import { useEffect } from 'react'
import { enterAsVisitor, signOut } from './session.ts'
import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { TopDialog } from '../../../ui/TopDialog.tsx'
import dialogStyles from '../../tools/Dialog.module.css'
import styles from './SignInAgain.module.css'
import { SignInForm } from './SignInForm.tsx'

/** Covers the page when its session has ended; the same user goes on where he was. */
export function SignInAgain() {
  const userName = useSession((state) => state.user?.userName ?? '')
  const isVirtual = useSession((state) => state.user?.isVirtual ?? false)
  useEffect(() => {
    // A visitor has no password; the link that let him in lets him in again.
    if (isVirtual) enterAsVisitor(userName).catch(() => void signOut())
  }, [isVirtual, userName])
  return (
    <TopDialog
      className={dialogStyles['dialog']}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="sign-in-again">{t('shell.login.again')}</h2>
      <p>{t('shell.login.againHint')}</p>
      <p className={styles['name']}>
        <bdi>{userName}</bdi>
      </p>
      <SignInForm userName={userName} />
      <button type="button" className={styles['other']} onClick={() => void signOut()}>
        {t('shell.login.otherUser')}
      </button>
    </TopDialog>
  )
}
