import { session } from '@muster/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { navigate } from '../../../platform/address.ts'
import { call } from '../../../kit/call.ts'
import { fieldProblems } from '../../../kit/callError.ts'
import { forgetOneTimePassword, oneTimePassword } from '../../../kit/oneTimePassword.ts'
import { notify } from '../../../kit/notify.ts'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { t } from '../../../platform/texts.ts'
import { Button, PasswordInput } from '../../../ui/controls.ts'
import { doneWith } from '../doneWith.ts'
import styles from '../PersonalCenter.module.css'
import { RuleList } from './RuleList.tsx'

interface Passwords {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirm: string
}

type Problems = Readonly<Partial<Record<string, string>>>

/** Sets a new password. The server judges it; what can be seen at once is said at once. */
export function PasswordForm({ card, onDirty }: CardProps) {
  const { data: rule, isLoading } = useQuery(query(session.passwordRule, {}))
  const [problems, setProblems] = useState<Problems>({})
  const [typed, setTyped] = useState('')
  const [isDirty, setDirty] = useState(false)
  useEffect(() => onDirty(card, isDirty), [onDirty, card, isDirty])
  const known = useOneTimePassword()
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: Passwords) =>
      call(session.changePassword, { body: { oldPassword, newPassword } }),
    onSuccess: () => {
      setDirty(false)
      return goOn()
    },
    onError: (error) => {
      const found = fieldProblems(error)
      if (found.some(({ field }) => field === 'oldPassword')) known.forget()
      setProblems(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const passwords = { ...read(event.currentTarget), ...known.password }
    const found = problemsOf(passwords)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    change.mutate(passwords)
  }
  // With its rules at once, or without them: no button moves away under the pointer.
  if (isLoading) return <Awaited as="fields" />
  return (
    <form
      className={styles['form']}
      onSubmit={submit}
      onInput={(event) => {
        setDirty(true)
        setTyped(read(event.currentTarget).newPassword)
      }}
      noValidate
    >
      {!known.password && (
        <Field
          name="oldPassword"
          label={t('ucenter.oldPassword')}
          problem={problems['oldPassword']}
        />
      )}
      <Field
        name="newPassword"
        label={t('ucenter.newPassword')}
        problem={problems['newPassword']}
      />
      {rule && <RuleList rule={rule} password={typed} />}
      <Field name="confirm" label={t('ucenter.confirm')} problem={problems['confirm']} />
      <Button type="submit" loading={change.isPending}>
        {t('ucenter.save')}
      </Button>
    </form>
  )
}

/** At the first sign-in the password was typed a moment ago: it is not asked for again. */
function useOneTimePassword() {
  const isFirst = useSession(({ flags }) => flags.firstLogin === 1)
  const [oldPassword, setOldPassword] = useState(oneTimePassword)
  const forget = () => {
    forgetOneTimePassword()
    setOldPassword(null)
  }
  return { password: isFirst && oldPassword !== null ? { oldPassword } : null, forget }
}

interface FieldProps {
  readonly name: keyof Passwords
  readonly label: string
  readonly problem: string | undefined
}

function Field({ name, label, problem }: FieldProps) {
  return (
    <PasswordInput
      name={name}
      label={label}
      error={problem}
      autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      maxLength={256}
      required
      visibilityToggleButtonProps={{ 'aria-label': t('shell.login.showPassword') }}
    />
  )
}

function read(form: HTMLFormElement): Passwords {
  const fields = new FormData(form)
  const text = (name: keyof Passwords) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    oldPassword: text('oldPassword'),
    newPassword: text('newPassword'),
    confirm: text('confirm'),
  }
}

/** What is wrong before anything is sent. */
function problemsOf({ oldPassword, newPassword, confirm }: Passwords): Problems {
  const required = t('shell.login.required')
  return {
    ...(oldPassword ? {} : { oldPassword: required }),
    ...(newPassword ? {} : { newPassword: required }),
    ...(newPassword && newPassword === oldPassword ? { newPassword: t('ucenter.same') } : {}),
    ...(newPassword === confirm ? {} : { confirm: t('ucenter.differs') }),
  }
}

/** On to where the sign-in was interrupted, or stay here after a change of one's own will. */
async function goOn(): Promise<void> {
  const wasFirst = useSession.getState().flags.firstLogin === 1
  forgetOneTimePassword()
  notify.success(t('ucenter.changed'))
  await doneWith({ firstLogin: 0, pwdCheck: 0 })
  if (wasFirst) navigate('/')
}
