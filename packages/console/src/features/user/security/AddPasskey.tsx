import { passkeys } from '@muster/contract'
import { ask } from '../../../kit/call.ts'
import { notify } from '../../../kit/notify.ts'
import { makePasskey } from '../../../platform/passkeys.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, TextInput } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { useOwnForm } from '../useOwnForm.ts'

/** Makes a passkey: a name for it, a proof, then the authenticator's own dialog. */
export function AddPasskey({ onDone }: { readonly onDone: () => void }) {
  const form = useOwnForm(async ({ name = '' }) => {
    const wish = await ask(passkeys.start, {})
    const credential = await makePasskey(wish)
    if (!credential) return notify.warning(t('ucenter.passkeys.notMade'))
    const body = {
      name,
      credential: passkeys.add.schemas.body.shape.credential.parse(credential.toJSON()),
    }
    await ask(passkeys.add, { body })
    notify.success(t('ucenter.passkeys.added'))
    onDone()
  })
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <TextInput
        name="name"
        label={t('ucenter.passkeys.name')}
        description={t('ucenter.passkeys.nameHint')}
        error={form.problems['name']}
        maxLength={64}
        required
        data-autofocus
      />
      <Group>
        <Button type="submit" loading={form.isBusy}>
          {t('ucenter.passkeys.add')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('ucenter.passkeys.cancel')}
        </Button>
      </Group>
    </form>
  )
}
