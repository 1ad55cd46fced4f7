import { type FormEvent, useId, useState } from 'react'
import { CallError } from '../../kit/callError.ts'
import { canMakeKeys, signIn } from './session.ts'
import { siteOf } from '../site.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { loadShell } from '../loadShell.ts'
import styles from './SignInForm.module.css'

interface Props {
  /** Given when a known user signs in again: the name is then not asked for. */
  readonly userName?: string
  readonly onDone?: () => void
}

/** Name and password. Plain elements: sign-in must be usable before the UI library has arrived. */
export function SignInForm({ userName, onDone }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isBarred = !canMakeKeys && !siteOf().allowUnboundSessions

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    setProblem('')
    try {
      await signIn(userName ?? textOf(fields, 'userName').trim(), textOf(fields, 'password'))
      onDone?.()
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('shell.code.500'))
    }
    setBusy(false)
  }

  return (
    <form
      className={styles['form']}
      onSubmit={submit}
      // Whoever types is about to need it; before that the form itself has the line.
      onInput={() => void loadShell()}
      aria-busy={isBusy}
    >
      {isBarred && <p className={styles['problem']}>{t('shell.login.needsHttps')}</p>}
      {userName === undefined && <NameField />}
      <PasswordField />
      <p className={styles['problem']} role="alert" hidden={!problem}>
        {problem}
      </p>
      <button type="submit" className={styles['submit']} disabled={isBusy || isBarred}>
        {t('shell.login.submit')}
      </button>
    </form>
  )
}

function NameField() {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{t('shell.login.userName')}</label>
      <input
        id={id}
        name="userName"
        className={styles['input']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        dir="auto"
        required
      />
    </div>
  )
}

function PasswordField() {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{t('shell.login.password')}</label>
      <div className={styles['box']}>
        <input
          id={id}
          name="password"
          className={styles['input']}
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={256}
          required
        />
        <button
          type="button"
          className={styles['eye']}
          onClick={() => setShown(!isShown)}
          aria-label={t(isShown ? 'shell.login.hidePassword' : 'shell.login.showPassword')}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
    </div>
  )
}

/** A field of the form; its value is a file only where an input of type file stands. */
function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
