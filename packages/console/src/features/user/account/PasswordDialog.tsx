import { type User, users } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'

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

function Reset({
  user: { id, userName },
  close,
}: {
  readonly user: User
  readonly close: () => void
}) {
  const [password, setPassword] = useState<string | null>(null)
  const act = useAction(users)
  const reset = async () => {
    const done = await act(users.resetPassword, { params: { id } }, () =>
      t('user.passwordReset', { name: userName }),
    )
    if (done) setPassword(done.reply.password)
  }
  if (password !== null)
    return (
      <SecretOnce
        title="user.oneTimePassword"
        text="user.oneTimePasswordText"
        lines={[{ label: 'ucenter.password', text: password }]}
        close={close}
      />
    )
  return (
    <>
      <p>{t('user.resetPasswordText')}</p>
      <Group justify="flex-end">
        <CancelButton close={close} />
        <Button color="red" onClick={() => void reset()}>
          {t('user.resetPassword')}
        </Button>
      </Group>
    </>
  )
}
