import { challenges, type ReplyOf, solveWork } from '@muster/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { ask } from '../../kit/call.ts'
import { t } from '../../platform/texts.ts'
import styles from './auth.module.css'
import { Field } from './Field.tsx'
import type { AuthForm } from './useAuthForm.ts'

type Captcha = ReplyOf<typeof challenges.captcha>

/**
 * The picture with characters, or for whom a picture is no help, work done by this computer.
 * Give it a new `key` for each try: a captcha is good for one.
 */
export function CaptchaField({ form }: { readonly form: AuthForm }) {
  const { captcha, renew } = useFreshCaptcha()
  const [solved, setSolved] = useState({ of: '', proof: '' })
  const problem = form.problems['captcha']
  const isSolved = captcha !== null && solved.of === captcha.captchaId
  return (
    <div className={styles['field']}>
      {isSolved ? (
        <p className={styles['hint']} role="status">
          {t('door.captcha.solved')}
          <input type="hidden" name="captcha" value={solved.proof} />
        </p>
      ) : (
        <Field
          name="captcha"
          label={t('door.captcha')}
          problem={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          dir="ltr"
          required
        />
      )}
      {captcha && <input type="hidden" name="captchaId" value={captcha.captchaId} />}
      <div className={styles['row']}>
        {captcha && (
          <img className={styles['picture']} src={captcha.image} alt={t('door.captcha.picture')} />
        )}
        <button type="button" className={styles['plain']} onClick={renew}>
          {t('door.captcha.other')}
        </button>
        {captcha && !isSolved && (
          <Work
            key={captcha.captchaId}
            work={captcha.work}
            isByItself={form.isProved}
            onSolved={(proof) => setSolved({ of: captcha.captchaId, proof })}
          />
        )}
      </div>
    </div>
  )
}

interface WorkProps {
  readonly work: ReplyOf<typeof challenges.captcha>['work']
  /** Begins at once: this user has solved one already. */
  readonly isByItself: boolean
  readonly onSolved: (proof: string) => void
}

function Work({ work, isByItself, onSolved }: WorkProps) {
  const [isWorking, setWorking] = useState(isByItself)
  const tell = useEffectEvent(onSolved)
  useEffect(() => {
    if (!isWorking) return undefined
    const working = new AbortController()
    solveWork(work, working.signal).then(tell, () => undefined)
    return () => working.abort()
  }, [isWorking, work])
  return (
    <button
      type="button"
      className={styles['plain']}
      disabled={isWorking}
      onClick={() => setWorking(true)}
    >
      {t(isWorking ? 'door.captcha.working' : 'door.captcha.work')}
    </button>
  )
}

/** A captcha that is still good; the next one comes before it is over. */
function useFreshCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renew = () => void ask(challenges.captcha, {}).then(setCaptcha, () => undefined)
  const renewed = useEffectEvent(renew)
  useEffect(() => renewed(), [])
  useEffect(() => {
    if (!captcha) return undefined
    const timer = setTimeout(() => renewed(), captcha.seconds * 1000 - 5000)
    return () => clearTimeout(timer)
  }, [captcha])
  return { captcha, renew }
}
