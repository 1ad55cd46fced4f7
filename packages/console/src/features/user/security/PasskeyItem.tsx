import { type Passkey, passkeys } from '@muster/contract'
import { useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { notify } from '../../../kit/notify.ts'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { useOwnForm } from '../useOwnForm.ts'

interface ItemProps {
  readonly passkey: Passkey
  readonly onRemoved: () => void
}

/** One passkey: what it is called, where it lies, when it was used. */
export function PasskeyItem({ passkey, onRemoved }: ItemProps) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <li className={styles['session']}>
      <div className={styles['sessionHead']}>
        <strong>
          <bdi>{passkey.name}</bdi>
        </strong>
        {passkey.isSynced && <StatusBadge tone="good">{t('ucenter.passkeys.synced')}</StatusBadge>}
      </div>
      <dl className={styles['facts']}>
        <dt>{t('ucenter.passkeys.site')}</dt>
        <dd>
          <Ltr>{passkey.site}</Ltr>
        </dd>
        <dt>{t('ucenter.passkeys.made')}</dt>
        <dd>
          <Time at={passkey.createdAt} />
        </dd>
        <dt>{t('ucenter.passkeys.used')}</dt>
        <dd>
          <Time at={passkey.lastUsedAt} />
        </dd>
      </dl>
      {isRemoving ? (
        <RemoveForm passkey={passkey} onRemoved={onRemoved} onCancel={() => setRemoving(false)} />
      ) : (
        <Button
          size="xs"
          variant="default"
          onClick={() => setRemoving(true)}
          aria-label={t('ucenter.passkeys.removeThis', { name: passkey.name })}
        >
          {t('ucenter.passkeys.remove')}
        </Button>
      )}
    </li>
  )
}

interface RemoveProps extends ItemProps {
  readonly onCancel: () => void
}

function RemoveForm({ passkey: { id }, onRemoved, onCancel }: RemoveProps) {
  const form = useOwnForm(async () => {
    await ask(passkeys.remove, { params: { id } })
    notify.success(t('ucenter.passkeys.removed'))
    onRemoved()
  })
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <p className={styles['lead']}>{t('ucenter.passkeys.removeText')}</p>
      <Group>
        <Button type="submit" color="red" loading={form.isBusy}>
          {t('ucenter.passkeys.remove')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ucenter.passkeys.cancel')}
        </Button>
      </Group>
    </form>
  )
}
