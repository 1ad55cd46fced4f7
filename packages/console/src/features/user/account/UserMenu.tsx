import { actionLog, type User, users, userTokens } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { addressText, navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { StateItems } from './StateItems.tsx'
import type { UserDialogs } from './useUserDialogs.ts'

interface UserMenuProps {
  readonly user: User
  readonly dialogs: UserDialogs
}

/** What can be done to an account, beside editing it. */
export function UserMenu({ user, dialogs }: UserMenuProps) {
  const act = useAction(users)
  const batch = useBatch(users)
  const [params, name] = [{ id: user.id }, user.userName]
  const remove = () => void batch('remove', params)
  const take = async (title: string, text: string, go: () => Promise<unknown>) => {
    if (await confirm({ title, text, agree: title, kind: 'dangerous' })) await go()
  }
  return (
    <MoreMenu label={t('user.actionsOf', { name })}>
      <StateItems user={user} />
      <ActionItem
        code={users.resetPassword.permission}
        icon="restore"
        onClick={() => dialogs.password.open(user)}
      >
        {t('user.resetPassword')}
      </ActionItem>
      {user.hasFactor && (
        <ActionItem
          code={users.resetFactor.permission}
          icon="restore"
          onClick={() =>
            void take(t('user.resetFactor'), t('user.resetFactorSure', { name }), () =>
              act(users.resetFactor, { params }, () => t('user.factorReset', { name })),
            )
          }
        >
          {t('user.resetFactor')}
        </ActionItem>
      )}
      <ActionItem
        code={users.kick.permission}
        icon="logout"
        onClick={() =>
          void take(t('user.kick'), t('user.kickSure', { name }), () =>
            act(users.kick, { params }, () => t('user.kicked', { name })),
          )
        }
      >
        {t('user.kick')}
      </ActionItem>
      <ActionItem
        code={userTokens.list.permission}
        icon="info"
        onClick={() => dialogs.tokens.open(user)}
      >
        {t('user.tokens')}
      </ActionItem>
      <ActionItem code={users.scope.permission} icon="eye" onClick={() => dialogs.scope.open(user)}>
        {t('user.dataScope')}
      </ActionItem>
      <ActionItem
        code={users.move.permission}
        icon="shuffle"
        onClick={() => dialogs.move.open({ which: { ids: [user.id] }, name })}
      >
        {t('user.move')}
      </ActionItem>
      <ActionItem
        code={actionLog.page.permission}
        icon="search"
        onClick={() => navigate(addressText({ path: '/log/action', query: { userName: name } }))}
      >
        {t('user.trail')}
      </ActionItem>
      <ActionItem code={users.remove.permission} icon="trash" isDangerous onClick={remove}>
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
