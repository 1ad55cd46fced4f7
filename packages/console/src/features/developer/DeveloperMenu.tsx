import {
  apps,
  type Developer,
  developerMembers,
  developers,
  fillPath,
  mayMoveDeveloper,
} from '@muster/contract'
import { useBatch } from '../../kit/batch/useBatch.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../kit/download/saveByTicket.ts'
import { pathOfScreen } from '../../kit/pathOfScreen.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { useCan, useSession } from '../../kit/session.ts'
import { useAction } from '../../kit/useAction.ts'
import { addressText, navigate } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import type { Reasoned } from './ReasonDialog.tsx'

/** The dialogs about one developer. */
export interface DeveloperDialogs {
  readonly approve: Dialog<Developer>
  readonly reason: Dialog<Reasoned>
  readonly agree: Dialog<Developer>
  readonly secret: Dialog<Developer>
  readonly message: Dialog<Developer>
  readonly members: Dialog<Developer>
}

interface DeveloperMenuProps {
  readonly developer: Developer
  readonly dialogs: DeveloperDialogs
}

/** What may be done to a developer in his state: by who decides, or by who acts for him. */
export function DeveloperMenu({ developer, dialogs }: DeveloperMenuProps) {
  const { agree, licence, secret, remove, suspend, review, update, message } = developers
  const { list } = developerMembers
  const codes = [agree, secret, remove, suspend, review, update, list].map(
    (call) => call.permission,
  )
  const batch = useBatch(developers)
  const me = useSession(({ user }) => user?.id)
  const appsPath = useSession(({ menu }) => pathOfScreen(menu, 'APPLICATION_MANAGE'))
  if (!useCan(codes)) return null
  const { id, name, state, accountId, hasAgreed, licenceFileId } = developer
  return (
    <MoreMenu label={t('developer.actionsOf', { name })}>
      {accountId === me && !hasAgreed && mayMoveDeveloper(state, 'agree') && (
        <ActionItem
          code={agree.permission}
          icon="check"
          onClick={() => dialogs.agree.open(developer)}
        >
          {t('developer.agree')}
        </ActionItem>
      )}
      <ReviewItems developer={developer} dialogs={dialogs} />
      <MoveItems developer={developer} dialogs={dialogs} />
      {appsPath !== null && (
        <ActionItem
          code={apps.page.permission}
          icon="screen"
          onClick={() => navigate(addressText({ path: appsPath, query: { developerId: id } }))}
        >
          {t('developer.showApps')}
        </ActionItem>
      )}
      <ActionItem
        code={message.permission}
        icon="message"
        onClick={() => dialogs.message.open(developer)}
      >
        {t('developer.message')}
      </ActionItem>
      <ActionItem
        code={list.permission}
        icon="user"
        onClick={() => dialogs.members.open(developer)}
      >
        {t('developer.members')}
      </ActionItem>
      {mayMoveDeveloper(state, 'secret') && (
        <ActionItem
          code={secret.permission}
          icon="restore"
          onClick={() => dialogs.secret.open(developer)}
        >
          {t('developer.secret')}
        </ActionItem>
      )}
      {licenceFileId && (
        <ActionItem
          code={licence.permission}
          icon="info"
          onClick={() => saveByTicket(fillPath(licence.path, { id }))}
        >
          {t('developer.licence')}
        </ActionItem>
      )}
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}

/** What a reviewer does; nobody decides about his own application. */
function ReviewItems({ developer, dialogs }: DeveloperMenuProps) {
  const act = useAction(developers)
  const me = useSession(({ user }) => user?.id)
  const { review } = developers
  const { id, name, state, accountId, createdBy } = developer
  const start = async () => {
    const title = t('developer.start')
    const text = t('developer.startSure', { name })
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(review, { params: { id }, body: { result: 'START' } })
  }
  if (me === accountId || me === createdBy || !mayMoveDeveloper(state, 'approve')) return null
  return (
    <>
      {mayMoveDeveloper(state, 'start') && (
        <ActionItem code={review.permission} icon="eye" onClick={() => void start()}>
          {t('developer.start')}
        </ActionItem>
      )}
      <ActionItem
        code={review.permission}
        icon="check"
        onClick={() => dialogs.approve.open(developer)}
      >
        {t('developer.approve')}
      </ActionItem>
      <ActionItem
        code={review.permission}
        icon="close"
        onClick={() => dialogs.reason.open({ act: 'reject', developer })}
      >
        {t('developer.reject')}
      </ActionItem>
    </>
  )
}

/** What follows a decision. */
function MoveItems({ developer, dialogs }: DeveloperMenuProps) {
  const send = useAction(developers)
  const { id, name, state } = developer
  const { suspend, apply } = developers
  const again = async () => {
    const title = t('developer.apply')
    const text = t('developer.applySure', { name })
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await send(apply, { params: { id } })
  }
  return (
    <>
      {mayMoveDeveloper(state, 'apply') && (
        <ActionItem code={apply.permission} icon="refresh" onClick={() => void again()}>
          {t('developer.apply')}
        </ActionItem>
      )}
      {(['suspend', 'resume', 'close'] as const)
        .filter((act) => mayMoveDeveloper(state, act))
        .map((act) => (
          <ActionItem
            key={act}
            code={suspend.permission}
            icon="power"
            isDangerous={act !== 'resume'}
            onClick={() => dialogs.reason.open({ act, developer })}
          >
            {t(`developer.${act}`)}
          </ActionItem>
        ))}
    </>
  )
}
