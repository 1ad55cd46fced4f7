import { secondFactor } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { pathOf, queries, query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { Alert, Title } from '../../../ui/controls.ts'
import { doneWith } from '../doneWith.ts'
import { BindSteps } from './BindSteps.tsx'
import styles from '../PersonalCenter.module.css'
import { BoundFactor } from './BoundFactor.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** What guards the account of the signed-in user beside his password. */
export function SecurityTab() {
  const { data } = useQuery(query(secondFactor.state, {}))
  const mustBind = useSession((state) => state.flags.bindFactor === 1)
  const [shown, setShown] = useState<Shown | null>(null)
  const show = (codes: readonly string[]) => {
    setShown({ codes, wasForced: mustBind })
    void doneWith({ bindFactor: 0 })
    void queries.invalidateQueries({ queryKey: [pathOf(secondFactor.state, {})] })
  }
  if (shown) {
    const goOn = () => (shown.wasForced ? navigate('/') : setShown(null))
    return <RecoveryCodes codes={shown.codes} onKept={goOn} />
  }
  if (!data) return <Awaited as="fields" />
  return (
    <>
      {mustBind && <Alert mb="lg">{t('ucenter.factor.must')}</Alert>}
      <Title order={2} size="h5" mb="xs">
        {t('ucenter.factor.title')}
      </Title>
      <section className={styles['part']}>
        {data.bound ? <BoundFactor factor={data} onCodes={show} /> : <BindSteps onCodes={show} />}
      </section>
      {!mustBind && <Passkeys />}
    </>
  )
}

interface Shown {
  readonly codes: readonly string[]
  /** Sign-in was interrupted for it: it goes on afterwards. */
  readonly wasForced: boolean
}
