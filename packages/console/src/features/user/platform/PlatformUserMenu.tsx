import { type PlatformUser, platformUsers } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useCan } from '../../../kit/session.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import type { PlatformDialogs } from './usePlatformDialogs.ts'

interface PlatformUserMenuProps {
  readonly row: PlatformUser
  readonly dialogs: PlatformDialogs
}

const { review, freeze, close, link, impersonate } = platformUsers

/** What staff may do to somebody who asked for an account, as his state allows. */
export function PlatformUserMenu({ row, dialogs }: PlatformUserMenuProps) {
  const { state, realName: name } = row
  const mayManage = useCan([review, freeze, link, impersonate].map(({ permission }) => permission))
  if (state === 'CLOSED' || state === 'REJECTED' || !mayManage) return null
  const isWaiting = state === 'PENDING_REVIEW'
  return (
    <MoreMenu label={t('platform.actionsOf', { name })}>
      {isWaiting && (
        <ActionItem code={review.permission} icon="check" onClick={() => dialogs.approve.open(row)}>
          {t('platform.approve')}
        </ActionItem>
      )}
      {(isWaiting || state === 'REGISTERED') && (
        <ActionItem code={review.permission} icon="close" onClick={() => dialogs.reject.open(row)}>
          {t('platform.reject')}
        </ActionItem>
      )}
      {row.userId && (
        <ActionItem code={link.permission} icon="shuffle" onClick={() => dialogs.link.open(row)}>
          {t('platform.link')}
        </ActionItem>
      )}
      <ActionItem code={link.permission} icon="columns" onClick={() => dialogs.merge.open(row)}>
        {t('platform.merge')}
      </ActionItem>
      {state === 'ACTIVE' && row.userId && (
        <ActionItem
          code={impersonate.permission}
          icon="eye"
          onClick={() => dialogs.impersonate.open(row)}
        >
          {t('platform.impersonate')}
        </ActionItem>
      )}
      <Ends row={row} />
    </MoreMenu>
  )
}

/** What takes the way in away, for now or for good. */
function Ends({ row }: Pick<PlatformUserMenuProps, 'row'>) {
  const act = useAction(platformUsers)
  const { id, state, realName: name } = row
  const agreed = (title: string, text: string) =>
    confirm({ title, text, agree: title, kind: 'dangerous' })
  const stop = async () => {
    if (await agreed(t('platform.freeze'), t('platform.freezeSure', { name })))
      await act(freeze, { params: { id, on: '1' } })
  }
  const end = async () => {
    if (await agreed(t('platform.close'), t('platform.closeSure', { name })))
      await act(close, { params: { id } })
  }
  return (
    <>
      {state === 'ACTIVE' && (
        <ActionItem code={freeze.permission} icon="power" onClick={() => void stop()}>
          {t('platform.freeze')}
        </ActionItem>
      )}
      {state === 'FROZEN' && (
        <ActionItem
          code={freeze.permission}
          icon="restore"
          onClick={() => void act(freeze, { params: { id, on: '0' } })}
        >
          {t('platform.unfreeze')}
        </ActionItem>
      )}
      <ActionItem code={close.permission} icon="trash" isDangerous onClick={() => void end()}>
        {t('platform.close')}
      </ActionItem>
    </>
  )
}
