import { type MouseEvent, useState } from 'react'
import { recovery, verificationTypes } from '@muster/contract'
import { ask } from '../../kit/call.ts'
import { CallError } from '../../kit/callError.ts'
import { t } from '../../platform/texts.ts'
import styles from './auth.module.css'
import { Field } from './Field.tsx'
import { valuesOf } from './problems.ts'
import { useCountdown } from '../../ui/form/useCountdown.ts'
import type { AuthForm } from './useAuthForm.ts'

interface Props {
  readonly form: AuthForm
  /** What the code is good for; the sign-in where it is not said. */
  readonly type?: number
  /** Known where the form does not ask for it. */
  readonly userName?: string | undefined
}

/** A code that comes by mail: a button that sends it, and the field to type it into. */
export function MailedCodeField({ form, type = verificationTypes.signIn, userName }: Props) {
  const [sent, setSent] = useState<{ codeId: string; minutes: number } | null>(null)
  const wait = useCountdown()
  const notSent = form.problems['codeId'] && t('door.code.first')
  const send = async (event: MouseEvent<HTMLButtonElement>) => {
    const frame = event.currentTarget.form
    if (!frame) return
    const { userName: typed = '', captcha = '', captchaId = '' } = valuesOf(frame)
    const query = { userName: userName ?? typed, verificationType: type, captcha, captchaId }
    const asking = ask(recovery.code, { query })
    asking.catch((error: unknown) => wait.start(secondsOf(error)))
    const reply = await form.attempt(() => asking, frame)
    if (!reply) return
    setSent(reply)
    wait.start(reply.seconds)
  }
  return (
    <>
      <input type="hidden" name="codeId" value={sent?.codeId ?? ''} required />
      <Field
        name="code"
        label={t('door.code')}
        problem={form.problems['code'] ?? notSent}
        hint={sent ? t('door.code.sent', { count: sent.minutes }) : t('door.code.hint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        dir="ltr"
        required
        beside={
          <button
            type="button"
            className={styles['second']}
            disabled={wait.seconds > 0}
            onClick={(event) => void send(event)}
          >
            {wait.seconds > 0 ? t('door.code.wait', { count: wait.seconds }) : t('door.code.send')}
          </button>
        }
      />
    </>
  )
}

/** How long the server wants no further request. */
function secondsOf(error: unknown): number {
  const data = error instanceof CallError ? error.data : null
  return typeof data === 'object' && data !== null && 'seconds' in data ? Number(data.seconds) : 0
}
