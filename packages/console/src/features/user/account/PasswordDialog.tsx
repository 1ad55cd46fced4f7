import { type User, users } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { putOnClipboard } from '../../../platform/clipboard.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './account.module.css'

/** Gives an account a one-time password and shows it, once. */
export function PasswordDialog({ dialog }: { readonly dialog: Dialog<User> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('user.resetPasswordOf', { name: record?.userName ?? '' })}
    >
      {record && dialog.isOpen && <Reset key={record.id} user={record} close={dialog.close} />}
    </DialogFrame>
  )
}

function Reset({ user: { id }, close }: { readonly user: User; readonly close: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const act = useAction(users)
  const reset = async () => {
    const done = await act(users.resetPassword, { params: { id } })
    if (done) setPassword(done.reply.password)
  }
  if (password !== null) return <Told password={password} close={close} />
  return (
    <>
      <p>{t('user.resetPasswordText')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('kit.cancel')}
        </Button>
        <Button color="red" onClick={() => void reset()}>
          {t('user.resetPassword')}
        </Button>
      </Group>
    </>
  )
}

function Told({ password, close }: { readonly password: string; readonly close: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await putOnClipboard(password)
    setCopied(true)
  }
  return (
    <>
      <Callout title={t('user.oneTimePassword')}>
        {t('user.oneTimePasswordText')}
        <div className={classes.secret}>
          <code dir="ltr">{password}</code>
          <Button size="xs" variant="default" onClick={() => void copy()}>
            {t(isCopied ? 'user.copied' : 'user.copy')}
          </Button>
        </div>
      </Callout>
      <Group justify="flex-end">
        <Button onClick={close}>{t('kit.close')}</Button>
      </Group>
    </>
  )
}
