import { type ReplyOf, secondFactor } from '@muster/contract'
import { useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import styles from '../PersonalCenter.module.css'
import { useOwnForm } from '../useOwnForm.ts'
import { CodeAsked } from './CodeAsked.tsx'

interface StepsProps {
  /** The recovery codes that a bound authenticator comes with. */
  readonly onCodes: (codes: readonly string[]) => void
}

type Started = ReplyOf<typeof secondFactor.start>

/** Sets an authenticator up: a proof, then the secret to scan and a code that proves it. */
export function BindSteps({ onCodes }: StepsProps) {
  const [started, setStarted] = useState<Started | null>(null)
  return started ? (
    <ProveStep started={started} onCodes={onCodes} />
  ) : (
    <StartStep onStarted={setStarted} />
  )
}

function StartStep({ onStarted }: { readonly onStarted: (started: Started) => void }) {
  const form = useOwnForm(async () => onStarted(await ask(secondFactor.start, {})))
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <p className={styles['lead']}>{t('ucenter.factor.lead')}</p>
      <Button type="submit" loading={form.isBusy}>
        {t('ucenter.factor.start')}
      </Button>
    </form>
  )
}

function ProveStep({ started, onCodes }: StepsProps & { readonly started: Started }) {
  const form = useOwnForm(async ({ code = '' }) =>
    onCodes((await ask(secondFactor.bind, { body: { code } })).recoveryCodes),
  )
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <p className={styles['lead']}>{t('ucenter.factor.scan')}</p>
      <QrCode text={started.uri} label={t('ucenter.factor.picture')} />
      <p className={styles['lead']}>
        {t('ucenter.factor.byHand')}
        <br />
        <code dir="ltr" className={styles['secret']}>
          {started.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <CodeAsked problem={form.problems['code']} />
      <Button type="submit" loading={form.isBusy}>
        {t('ucenter.factor.bind')}
      </Button>
    </form>
  )
}
