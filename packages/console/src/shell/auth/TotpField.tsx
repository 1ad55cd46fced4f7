import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import styles from './auth.module.css'
import { Field } from './Field.tsx'

/** The code of the authenticator, or one of the recovery codes where it is out of reach. */
export function TotpField({ problem }: { readonly problem: string | undefined }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div className={styles['field']}>
      <Field
        key={isRecovery ? 'recovery' : 'totp'}
        name="totp"
        label={t(isRecovery ? 'door.recoveryCode' : 'door.totp')}
        problem={problem}
        hint={t(isRecovery ? 'door.recoveryCode.hint' : 'door.totp.hint')}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={32}
        dir="ltr"
        required
      />
      <div className={styles['row']}>
        <button type="button" className={styles['plain']} onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'door.totp.use' : 'door.recoveryCode.use')}
        </button>
      </div>
    </div>
  )
}
