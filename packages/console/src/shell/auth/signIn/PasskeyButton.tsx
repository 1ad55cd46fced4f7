import { useState } from 'react'
import { CallError } from '../../../kit/callError.ts'
import { t } from '../../../platform/texts.ts'
import styles from '../auth.module.css'
import { signInByPasskey } from './signInByPasskey.ts'

interface ButtonProps {
  readonly onDone: (() => void) | undefined
  /** False where the person shows none. */
  readonly enter?: () => Promise<boolean>
}

/** The other way: what the person has on his device stands for name, password and code. */
export function PasskeyButton({ onDone, enter = signInByPasskey }: ButtonProps) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    setProblem('')
    const refusal = await refusalOf(enter)
    setBusy(false)
    if (refusal === null) onDone?.()
    else setProblem(refusal)
  }
  return (
    <div className={styles['otherWay']}>
      <button
        type="button"
        className={styles['second']}
        disabled={isBusy}
        onClick={() => void press()}
      >
        {t('door.passkey')}
      </button>
      <p className={styles['problem']} role="alert" hidden={!problem}>
        {problem}
      </p>
    </div>
  )
}

/** What speaks against it; null when the person is in. */
async function refusalOf(enter: () => Promise<boolean>): Promise<string | null> {
  try {
    return (await enter()) ? null : t('door.passkey.none')
  } catch (error) {
    if (error instanceof CallError) return error.message
    throw error
  }
}
