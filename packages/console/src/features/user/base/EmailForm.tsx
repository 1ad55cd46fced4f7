import { profile, site } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { notify } from '../../../kit/notify.ts'
import { queries, query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { useCountdown } from '../../../ui/form/useCountdown.ts'
import { doneWith } from '../doneWith.ts'
import styles from '../PersonalCenter.module.css'
import { PasswordAsked } from '../security/PasswordAsked.tsx'
import { useOwnForm } from '../useOwnForm.ts'

interface EmailFormProps {
  readonly onDone: () => void
  /** Something was typed. */
  readonly onInput: () => void
}

/** Another mail address: a code goes there, and comes back with the password. */
export function EmailForm({ onDone, onInput }: EmailFormProps) {
  const { data: info } = useQuery(query(site.init, {}))
  const form = useOwnForm(async ({ email = '', password = '', ...proof }) => {
    const changed = await ask(profile.changeEmail, { body: { email, password, ...proof } })
    queries.setQueryData(query(profile.read, {}).queryKey, changed)
    notify.success(t('ucenter.email.changed'))
    await doneWith({ initEmail: 0 })
    onDone()
  })
  const { problems } = form
  return (
    <form className={styles['form']} onSubmit={form.submit} onInput={onInput} noValidate>
      <TextInput
        name="email"
        type="email"
        label={t('ucenter.email.new')}
        error={problems['email']}
        autoComplete="email"
        dir="ltr"
        maxLength={255}
        required
      />
      {info?.validationEmail !== false && <CodePart form={form} />}
      <PasswordAsked problem={problems['password']} />
      <Button type="submit" loading={form.isBusy}>
        {t('kit.save')}
      </Button>
    </form>
  )
}

function CodePart({ form }: { readonly form: ReturnType<typeof useOwnForm> }) {
  const [codeId, setCodeId] = useState('')
  const wait = useCountdown()
  const notSent = form.problems['codeId'] && t('door.code.first')
  const send = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const email = currentTarget.form?.querySelector<HTMLInputElement>('[name=email]')?.value ?? ''
    await form.attempt(async () => {
      const sent = await ask(profile.emailCode, { body: { email } })
      setCodeId(sent.codeId)
      wait.start(sent.seconds)
    })
  }
  return (
    <div className={styles['beside']}>
      <input type="hidden" name="codeId" value={codeId} />
      <TextInput
        name="code"
        label={t('door.code')}
        description={t('ucenter.email.hint')}
        error={form.problems['code'] ?? notSent}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        required
      />
      <Button variant="default" disabled={wait.seconds > 0} onClick={(event) => void send(event)}>
        {wait.seconds > 0 ? t('door.code.wait', { count: wait.seconds }) : t('door.code.send')}
      </Button>
    </div>
  )
}
