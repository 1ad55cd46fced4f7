import { passkeys } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { pathOf, queries, query } from '../../../kit/queries.ts'
import { canUsePasskeys } from '../../../platform/passkeys.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Title } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { AddPasskey } from './AddPasskey.tsx'
import { PasskeyItem } from './PasskeyItem.tsx'

const readAgain = () => queries.invalidateQueries({ queryKey: [pathOf(passkeys.list, {})] })

/** The passkeys of the signed-in user: what he has, another one, away with one. */
export function Passkeys() {
  const { data } = useQuery(query(passkeys.list, {}))
  const [isAdding, setAdding] = useState(false)
  const done = () => {
    setAdding(false)
    void readAgain()
  }
  if (!data) return <Awaited as="rows" />
  return (
    <section className={styles['part']}>
      <Title order={2} size="h5" mb="xs">
        {t('ucenter.passkeys')}
      </Title>
      <p className={styles['lead']}>{t('ucenter.passkeys.lead')}</p>
      {data.length === 0 && <p className={styles['lead']}>{t('ucenter.passkeys.none')}</p>}
      <ul className={styles['sessions']}>
        {data.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={() => void readAgain()} />
        ))}
      </ul>
      {!canUsePasskeys && <p className={styles['lead']}>{t('ucenter.passkeys.unable')}</p>}
      {canUsePasskeys && isAdding && <AddPasskey onDone={done} />}
      {canUsePasskeys && !isAdding && (
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('ucenter.passkeys.add')}
        </Button>
      )}
    </section>
  )
}
