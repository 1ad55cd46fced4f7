import { type ReplyOf, stepUp } from '@muster/contract'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { canUsePasskeys } from '../../../platform/passkeys.ts'
import { endStepUp } from '../../../platform/stepUp.ts'
import { t } from '../../../platform/texts.ts'
import { TopDialog } from '../../../ui/TopDialog.tsx'
import dialogStyles from '../../tools/Dialog.module.css'
import { AuthForm } from '../AuthForm.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { TotpField } from '../TotpField.tsx'
import { useAuthForm } from '../useAuthForm.ts'
import { PasskeyButton } from '../signIn/PasskeyButton.tsx'
import { asSent } from '../signIn/session.ts'
import styles from '../signIn/SignInAgain.module.css'
import { proveByPasskey } from './proveByPasskey.ts'

type Ways = ReplyOf<typeof stepUp.ways>['ways']

/** Asks the user to prove that it is he: the calls that wait for it go on, or are given up. */
export function StepUpDialog() {
  const [ways, setWays] = useState<Ways | null>(null)
  useEffect(() => {
    ask(stepUp.ways, {}).then(
      (reply) => setWays(reply.ways),
      // Without an answer there is nothing to ask for; the act is refused as it was.
      () => endStepUp(false),
    )
  }, [])
  return (
    <TopDialog
      className={dialogStyles['dialog']}
      aria-labelledby="step-up"
      aria-describedby="step-up-lead"
      onClose={() => endStepUp(false)}
    >
      <h2 id="step-up">{t('door.stepUp')}</h2>
      <p id="step-up-lead">{t('door.stepUp.lead')}</p>
      {ways && <ProofForm ways={ways} />}
      <button type="button" className={styles['other']} onClick={() => endStepUp(false)}>
        {t('shell.cancel')}
      </button>
    </TopDialog>
  )
}

/** What the account has: the code of its authenticator or the password, and a passkey. */
function ProofForm({ ways }: { readonly ways: Ways }) {
  const fields = useRef<HTMLDivElement>(null)
  const form = useAuthForm(async ({ password = '', totp }) => {
    const body = totp === undefined ? await asSent(password) : { totp }
    await ask(stepUp.prove, { body })
    endStepUp(true)
  })
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  return (
    <>
      <AuthForm form={form} submitText="door.stepUp.submit">
        <div ref={fields}>
          {ways.includes('totp') ? (
            <TotpField problem={form.problems['totp']} />
          ) : (
            <PasswordField
              name="password"
              label={t('shell.login.password')}
              problem={form.problems['password']}
              autoComplete="current-password"
            />
          )}
        </div>
      </AuthForm>
      {canUsePasskeys && ways.includes('passkey') && (
        <PasskeyButton enter={proveByPasskey} onDone={() => endStepUp(true)} />
      )}
    </>
  )
}
