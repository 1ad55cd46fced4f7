import { platformUserKinds, registration } from '@muster/contract'
import { useId, useState } from 'react'
import { ask } from '../../kit/call.ts'
import { t } from '../../platform/texts.ts'
import { siteOf } from '../session/site.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import styles from './auth.module.css'
import { Field } from './Field.tsx'
import { CaptchaField } from './lazyFields.ts'
import type { Problems } from './problems.ts'
import { type FieldValues, useAuthForm } from './useAuthForm.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { DonePage } from './DonePage.tsx'

/** Asks for an account, where this site lets people ask. */
export function RegisterPage() {
  const [isDone, setDone] = useState(false)
  const form = useAuthForm(async (values) => {
    await register(values)
    setDone(true)
  })
  if (!siteOf().registration)
    return <DonePage title="door.register.title" text="door.register.closed" />
  if (isDone) return <DonePage title="door.register.title" text="door.register.done" />
  return (
    <AuthPage title={t('door.register.title')}>
      <p className={styles['lead']}>{t('door.register.lead')}</p>
      <AuthForm form={form} submitText="door.register.submit">
        <PersonFields problems={form.problems} />
        <CaptchaField key={form.round} form={form} />
      </AuthForm>
      <BackToSignIn />
    </AuthPage>
  )
}

async function register(values: FieldValues): Promise<void> {
  const { email = '', realName = '', company = '', country, phone = '', ...proof } = values
  const kind = platformUserKinds.find((one) => one === values['kind']) ?? 'PARTNER'
  const { captchaId = '', captcha = '' } = proof
  await ask(registration.register, {
    body: { email, realName, kind, company, country: country || null, phone, captchaId, captcha },
  })
}

function PersonFields({ problems }: { readonly problems: Problems }) {
  const line = (name: string) => ({ name, problem: problems[name] })
  return (
    <>
      <Field
        {...line('email')}
        label={t('door.email')}
        type="email"
        autoComplete="email"
        maxLength={255}
        dir="ltr"
        required
      />
      <Field
        {...line('realName')}
        label={t('ucenter.realName')}
        autoComplete="name"
        maxLength={64}
        required
      />
      <KindField problem={problems['kind']} />
      <Field
        {...line('company')}
        label={t('door.company')}
        autoComplete="organization"
        maxLength={128}
        required
      />
      <Field
        {...line('country')}
        label={t('door.country')}
        hint={t('door.country.hint')}
        autoComplete="country"
        maxLength={2}
        dir="ltr"
      />
      <Field
        {...line('phone')}
        label={t('ucenter.phone')}
        type="tel"
        autoComplete="tel"
        maxLength={32}
        dir="ltr"
      />
    </>
  )
}

const kindTexts = {
  DEVELOPER: 'door.kind.DEVELOPER',
  VENDOR: 'door.kind.VENDOR',
  MERCHANT: 'door.kind.MERCHANT',
  PARTNER: 'door.kind.PARTNER',
} as const

function KindField({ problem }: { readonly problem: string | undefined }) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{t('door.kind')}</label>
      <select
        id={id}
        name="kind"
        className={styles['input']}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-told`}
      >
        {platformUserKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(kindTexts[kind])}
          </option>
        ))}
      </select>
      {problem !== undefined && (
        <p id={`${id}-told`} className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  )
}
