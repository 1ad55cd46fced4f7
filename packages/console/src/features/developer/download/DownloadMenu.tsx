import { type DeveloperDownload, developerDownloads } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { outcomeOf, useAction, useSend } from '../../../kit/useAction.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import type { MadeLink } from './LinkDialog.tsx'

/** The dialogs about one download. */
export interface DownloadDialogs {
  readonly form: Dialog<DeveloperDownload>
  readonly next: Dialog<DeveloperDownload>
  readonly publish: Dialog<DeveloperDownload>
  readonly stat: Dialog<DeveloperDownload>
  readonly link: Dialog<MadeLink>
  readonly history: Dialog<DeveloperDownload>
}

interface DownloadMenuProps {
  readonly download: DeveloperDownload
  readonly dialogs: DownloadDialogs
}

const { file, update, add, stat, remove, publish, withdraw, link, history, follow } =
  developerDownloads
const codes = [file, update, add, stat, remove, history].map((call) => call.permission)

/** What is done with a download beside taking it. */
export function DownloadMenu({ download, dialogs }: DownloadMenuProps) {
  const batch = useBatch(developerDownloads)
  const act = useAction(developerDownloads)
  const send = useSend(developerDownloads)
  if (!useCan(codes)) return null
  const { id, title: name, state, isFollowed } = download
  const isOut = state === 'PUBLISHED' || state === 'SCHEDULED'
  const copyLink = async () => {
    const made = await outcomeOf(send(link, { params: { id } }))
    if ('reply' in made) dialogs.link.open({ download, ...made.reply })
  }
  const takeBack = async () => {
    const title = t('download.withdraw')
    const text = t('download.withdrawSure', { name })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(withdraw, { params: { id } })
  }
  return (
    <MoreMenu label={t('download.actionsOf', { name })}>
      <ActionItem code={update.permission} icon="edit" onClick={() => dialogs.form.open(download)}>
        {t('kit.edit')}
      </ActionItem>
      {state === 'PUBLISHED' && (
        <ActionItem code={link.permission} icon="pin" onClick={() => void copyLink()}>
          {t('download.copyLink')}
        </ActionItem>
      )}
      {state !== 'PUBLISHED' && (
        <ActionItem
          code={publish.permission}
          icon="check"
          onClick={() => dialogs.publish.open(download)}
        >
          {t('download.publish')}
        </ActionItem>
      )}
      {isOut && (
        <ActionItem code={withdraw.permission} icon="close" onClick={() => void takeBack()}>
          {t('download.withdraw')}
        </ActionItem>
      )}
      <ActionItem
        code={history.permission}
        icon="clock"
        onClick={() => dialogs.history.open(download)}
      >
        {t('download.history')}
      </ActionItem>
      <ActionItem
        code={follow.permission}
        icon="bell"
        onClick={() => void act(follow, { params: { id, on: isFollowed ? '0' : '1' } })}
      >
        {t(isFollowed ? 'download.unfollow' : 'download.follow')}
      </ActionItem>
      <ActionItem code={add.permission} icon="plus" onClick={() => dialogs.next.open(download)}>
        {t('download.newVersion')}
      </ActionItem>
      <ActionItem code={stat.permission} icon="info" onClick={() => dialogs.stat.open(download)}>
        {t('download.stats')}
      </ActionItem>
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
