import { type User, users } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

interface StateItemsProps {
  readonly user: Pick<User, 'id' | 'state' | 'userName'>
  /** Told once it is done, where the list is not one of accounts. */
  readonly onDone?: () => void
}

/** What only an account that waits, or is locked, asks for. */
export function StateItems({ user: { id, state, userName: name }, onDone }: StateItemsProps) {
  const act = useAction(users)
  return (
    <>
      {state === 'INVITED' && (
        <ActionItem
          code={users.invite.permission}
          icon="message"
          onClick={() =>
            void act(users.invite, { body: { ids: [id] } }, () =>
              t('kit.written.invited', { name }),
            ).then(onDone)
          }
        >
          {t('user.inviteAgain')}
        </ActionItem>
      )}
      {state === 'LOCKED' && (
        <ActionItem
          code={users.unlock.permission}
          icon="check"
          onClick={() =>
            void act(users.unlock, { params: { id } }, () => t('user.unlocked', { name })).then(
              onDone,
            )
          }
        >
          {t('user.unlock')}
        </ActionItem>
      )}
    </>
  )
}
