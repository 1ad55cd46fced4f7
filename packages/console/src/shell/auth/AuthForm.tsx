import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import styles from './auth.module.css'
import type { AuthForm as State } from './useAuthForm.ts'

interface Props {
  readonly form: State
  readonly submitText: TextKey
  readonly isBarred?: boolean
  readonly onInput?: (() => void) | undefined
  readonly children: ReactNode
}

/** The frame of a form before sign-in: its fields, what is wrong with all of it, and the button. */
export function AuthForm({ form, submitText, isBarred = false, onInput, children }: Props) {
  const { isBusy, problems } = form
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void form.submit(event)}
      onInput={onInput}
      aria-busy={isBusy}
      noValidate
    >
      {children}
      <p className={styles['problem']} role="alert" hidden={!problems['form']}>
        {problems['form']}
      </p>
      <button type="submit" className={styles['submit']} disabled={isBusy || isBarred}>
        {t(submitText)}
      </button>
    </form>
  )
}
