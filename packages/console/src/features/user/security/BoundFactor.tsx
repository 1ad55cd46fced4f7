import { type ReplyOf, secondFactor } from '@muster/contract'
import { useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { notify } from '../../../kit/notify.ts'
import { Time } from '../../../kit/page/values.tsx'
import { pathOf, queries } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { useOwnForm } from '../useOwnForm.ts'

interface BoundProps {
  readonly factor: ReplyOf<typeof secondFactor.state>
  readonly onCodes: (codes: readonly string[]) => void
}

/** An authenticator that is in use: new recovery codes, or away with it. */
export function BoundFactor({ factor, onCodes }: BoundProps) {
  const [doing, setDoing] = useState<'nothing' | 'renew' | 'unbind'>('nothing')
  const left = factor.recoveryCodesLeft
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('ucenter.factor.since')}</dt>
        <dd>
          <Time at={factor.boundAt} />
        </dd>
        <dt>{t('ucenter.factor.left')}</dt>
        <dd>{formatNumber(left)}</dd>
      </dl>
      {factor.required && <p className={styles['lead']}>{t('ucenter.factor.required')}</p>}
      {doing === 'nothing' && (
        <Group mt="md">
          <Button variant="default" onClick={() => setDoing('renew')}>
            {t('ucenter.factor.renew')}
          </Button>
          {!factor.required && (
            <Button variant="default" onClick={() => setDoing('unbind')}>
              {t('ucenter.factor.unbind')}
            </Button>
          )}
        </Group>
      )}
      {doing === 'renew' && <RenewForm onCodes={onCodes} />}
      {doing === 'unbind' && <UnbindForm />}
    </>
  )
}

function RenewForm({ onCodes }: Pick<BoundProps, 'onCodes'>) {
  const form = useOwnForm(async () =>
    onCodes((await ask(secondFactor.renewCodes, {})).recoveryCodes),
  )
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <p className={styles['lead']}>{t('ucenter.factor.renewText')}</p>
      <Button type="submit" loading={form.isBusy}>
        {t('ucenter.factor.renew')}
      </Button>
    </form>
  )
}

function UnbindForm() {
  const form = useOwnForm(async () => {
    await ask(secondFactor.unbind, {})
    notify.success(t('ucenter.factor.unbound'))
    await queries.invalidateQueries({ queryKey: [pathOf(secondFactor.state, {})] })
  })
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <p className={styles['lead']}>{t('ucenter.factor.unbindText')}</p>
      <Button type="submit" color="red" loading={form.isBusy}>
        {t('ucenter.factor.unbind')}
      </Button>
    </form>
  )
}
