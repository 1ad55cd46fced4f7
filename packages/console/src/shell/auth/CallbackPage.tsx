import { callback, type ReplyOf } from '@muster/contract'
import { useEffect, useState } from 'react'
import { useAddress } from '../../platform/address.ts'
import { ask } from '../../kit/call.ts'
import { CallError } from '../../kit/callError.ts'
import { t } from '../../platform/texts.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import styles from './auth.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { requireSame } from './requireSame.ts'
import { useAuthForm } from './useAuthForm.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { DonePage } from './DonePage.tsx'

/** Where the links of mails lead: proves a mail address, or lets an invited user in. */
export function CallbackPage() {
  const { token = '' } = useAddress().query
  const opened = useOpened(token)
  if (opened === null)
    return <AuthPage title={t('door.callback.title')}>{t('shell.loading')}</AuthPage>
  if (opened instanceof CallError) return <LinkRefused message={opened.message} />
  if (opened.purpose === 'REGISTER')
    return <DonePage title="door.callback.title" text="door.callback.proved" />
  return <Invited token={token} account={opened.account} />
}

function LinkRefused({ message }: { readonly message: string }) {
  return (
    <AuthPage title={t('door.callback.title')}>
      <p className={styles['problem']} role="alert">
        {message}
      </p>
      <BackToSignIn />
    </AuthPage>
  )
}

function Invited({ token, account }: { readonly token: string; readonly account: string }) {
  const [isDone, setDone] = useState(false)
  const form = useAuthForm(async (values) => {
    requireSame(values)
    await ask(callback.accept, { body: { token, newPassword: values['newPassword'] ?? '' } })
    setDone(true)
  })
  if (isDone)
    return <DonePage title="door.invite.title" text="door.invite.done" userName={account} />
  return (
    <AuthPage title={t('door.invite.title')}>
      <p className={styles['lead']}>{t('door.invite.lead')}</p>
      <AuthForm form={form} submitText="door.invite.submit">
        <p className={styles['hint']}>
          {t('shell.login.userName')}: <bdi>{account}</bdi>
        </p>
        <input type="hidden" autoComplete="username" value={account} />
        <NewPasswordFields problems={form.problems} />
      </AuthForm>
    </AuthPage>
  )
}

type Opened = ReplyOf<typeof callback.open>

/** What a link is for. It is opened once: some links are used up by that. */
function useOpened(token: string): Opened | CallError | null {
  const [opened, setOpened] = useState<Opened | CallError | null>(null)
  useEffect(() => {
    open(token).then(setOpened, (error: unknown) =>
      setOpened(error instanceof CallError ? error : new CallError(0, t('shell.code.500'))),
    )
  }, [token])
  return opened
}

const openings = new Map<string, Promise<Opened>>()

function open(token: string): Promise<Opened> {
  const begun = openings.get(token) ?? ask(callback.open, { body: { token } })
  openings.set(token, begun)
  return begun
}
