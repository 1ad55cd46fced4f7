import { type User, userTokens } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import styles from '../PersonalCenter.module.css'
import { TokenItem } from '../tokens/TokenItem.tsx'

/** The tokens of an account, and the way to end them. */
export function TokensDialog({ dialog }: { readonly dialog: Dialog<User> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('user.tokensOf', { name: record?.userName ?? '' })}
      size="lg"
    >
      {record && dialog.isOpen && <Tokens key={record.id} user={record} />}
    </DialogFrame>
  )
}

function Tokens({ user: { id } }: { readonly user: User }) {
  const held = useQuery({ ...query(userTokens.list, { params: { id } }), staleTime: 0 })
  const act = useAction(userTokens)
  const end = (tokenId: string) =>
    void act(userTokens.end, { params: { id }, body: { ids: [tokenId] } })
  return (
    <Loaded query={held} permission={userTokens.list.permission}>
      {(list) =>
        list.length === 0 ? (
          <p className={styles['lead']}>{t('user.noTokens')}</p>
        ) : (
          <ul className={styles['sessions']}>
            {list.map((token) => (
              <TokenItem key={token.id} token={token} onEnd={() => end(token.id)} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
