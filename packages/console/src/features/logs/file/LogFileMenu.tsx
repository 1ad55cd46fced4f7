import { fillPath, type LogFile, logFiles } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface LogFileMenuProps {
  readonly row: LogFile
  readonly retain: Dialog<LogFile>
  readonly attach: Dialog<LogFile>
}

/** What is done with one log. */
export function LogFileMenu({ row, retain, attach }: LogFileMenuProps) {
  const act = useAction(logFiles)
  const { id, sn, state } = row
  const isOver = state !== 'REQUESTED' && state !== 'QUEUED' && state !== 'UPLOADING'
  const destroy = async () => {
    const title = t('logFile.delete')
    const text = t('logFile.deleteSure', { sn })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(logFiles.destroy, { params: { id } }, () => t('logFile.deleted', { sn }))
  }
  return (
    <MoreMenu label={t('logFile.actionsOf', { sn })}>
      {state === 'READY' && (
        <>
          <ActionItem
            code={logFiles.download.permission}
            icon="tray"
            onClick={() => saveByTicket(fillPath(logFiles.download.path, { id }))}
          >
            {t('logFile.download')}
          </ActionItem>
          <ActionItem
            code={logFiles.retain.permission}
            icon="clock"
            onClick={() => retain.open(row)}
          >
            {t('logFile.retain')}
          </ActionItem>
          <ActionItem code={logFiles.attach.permission} icon="pin" onClick={() => attach.open(row)}>
            {t('logFile.attach')}
          </ActionItem>
        </>
      )}
      {isOver && (
        <ActionItem
          code={logFiles.destroy.permission}
          icon="trash"
          isDangerous
          onClick={() => void destroy()}
        >
          {t('logFile.delete')}
        </ActionItem>
      )}
    </MoreMenu>
  )
}
