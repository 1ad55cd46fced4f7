import { tokens } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokenItem } from './TokenItem.tsx'

/** The tokens that the user's scripts call with. */
export function TokensTab() {
  const { data } = useQuery({ ...query(tokens.list, {}), staleTime: 0 })
  const dialog = useDialog<never>()
  const act = useAction(tokens)
  if (!data) return <Awaited as="rows" />
  const { list, mostDays } = data
  return (
    <>
      <p className={styles['lead']}>{t('ucenter.tokens.lead')}</p>
      {list.length === 0 && <p className={styles['lead']}>{t('ucenter.tokens.none')}</p>}
      <ul className={styles['sessions']}>
        {list.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            onEnd={() => void act(tokens.end, { params: { id: token.id } })}
          />
        ))}
      </ul>
      {mostDays === 0 ? (
        <p className={styles['lead']}>{t('token.forbidden')}</p>
      ) : (
        <Button mt="md" onClick={() => dialog.open()}>
          {t('ucenter.tokens.make')}
        </Button>
      )}
      <NewTokenDialog dialog={dialog} mostDays={mostDays} />
    </>
  )
}
