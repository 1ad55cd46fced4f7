import { codes } from '@muster/contract'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { canUsePasskeys } from '../../../platform/passkeys.ts'
import { t } from '../../../platform/texts.ts'
import { AuthForm } from '../AuthForm.tsx'
import styles from '../auth.module.css'
import { CaptchaField, MailedCodeField, TotpField } from '../lazyFields.ts'
import { PasswordField } from '../PasswordField.tsx'
import { type FieldValues, type AuthForm as State, useAuthForm } from '../useAuthForm.ts'
import { UserNameField } from '../UserNameField.tsx'
import { unlockPath } from '../../session/guard.ts'
import { siteOf } from '../../session/site.ts'
import { type Credentials, canMakeKeys, signIn } from './session.ts'

/** It comes when the form stands: nobody waits for it to type. */
const PasskeyButton = lazyPart(
  () => import('./PasskeyButton.tsx').then((file) => file.PasskeyButton),
  () => <div className={styles['otherWay']} />,
)

interface Props {
  /** Given when a known user signs in again: the name is then not asked for. */
  readonly userName?: string
  /** Begins with this name, which can be changed. */
  readonly startName?: string | undefined
  readonly onInput?: () => void
  readonly onDone?: () => void
}

/** Name and password, and whatever proof more the server asks for. */
export function SignInForm({ userName, startName, onInput, onDone }: Props) {
  const isBarred = !canMakeKeys && !siteOf().allowUnboundSessions
  const form = useAuthForm(async (values) => {
    await signIn(credentialsOf(values, userName))
    onDone?.()
  })
  const { problems } = form
  return (
    <>
      <AuthForm form={form} submitText="shell.login.submit" isBarred={isBarred} onInput={onInput}>
        {isBarred && <p className={styles['problem']}>{t('shell.login.needsHttps')}</p>}
        {userName === undefined && (
          <UserNameField problem={problems['userName']} defaultValue={startName} />
        )}
        <PasswordField
          name="password"
          label={t('shell.login.password')}
          problem={problems['password']}
          autoComplete="current-password"
        />
        <FurtherProofs form={form} userName={userName} />
        {mayBeLocked(form) && userName === undefined && (
          <a className={styles['plain']} href={`#${unlockPath}`}>
            {t('door.unlock.link')}
          </a>
        )}
      </AuthForm>
      {!isBarred && canUsePasskeys && <PasskeyButton onDone={onDone} />}
    </>
  )
}

/** A lock is not always spoken of: who failed again and again is shown the way out of one. */
const mayBeLocked = ({ refusal, asked }: State): boolean =>
  refusal === codes.accountLocked || (refusal === codes.badCredentials && asked.has('captcha'))

interface ProofsProps {
  readonly form: State
  readonly userName: string | undefined
}

/** What the site or an answer asks for beside the password. */
function FurtherProofs({ form, userName }: ProofsProps) {
  const { asked } = form
  return (
    <>
      {(siteOf().validCode !== 0 || asked.has('captcha')) && (
        <CaptchaField key={form.round} form={form} />
      )}
      {asked.has('code') && <MailedCodeField form={form} userName={userName} />}
      {asked.has('totp') && <TotpField problem={form.problems['totp']} />}
    </>
  )
}

/** Only what was shown and filled in: the server refuses members that it did not ask for. */
function credentialsOf(values: FieldValues, known: string | undefined): Credentials {
  const { userName = '', password = '', ...rest } = values
  const proofs = Object.entries(rest).filter(([, value]) => value !== '')
  return { userName: known ?? userName.trim(), password, ...Object.fromEntries(proofs) }
}
