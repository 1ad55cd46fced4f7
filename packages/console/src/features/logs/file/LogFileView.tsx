import { logFiles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { LogViewer } from '../view/LogViewer.tsx'

interface LogFileViewProps {
  /** About one of them by its id. */
  readonly dialog: Pick<Dialog<string>, 'isOpen' | 'record' | 'close'>
}

/** A log over the whole window; its address can be sent to others. */
export function LogFileView({ dialog: { isOpen, record: id, close } }: LogFileViewProps) {
  const found = useQuery({
    ...query(logFiles.detail, { params: { id: id ?? '' } }),
    enabled: isOpen && id !== null,
  })
  const title = [t('logFile.viewTitle'), found.data?.sn].filter(Boolean).join(' ')
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} place="whole" title={title}>
      {isOpen && id !== null && (
        <Loaded query={found} permission={logFiles.detail.permission}>
          {({ name, sn }) => <LogViewer of={logFiles} id={id} title={name ?? sn} />}
        </Loaded>
      )}
    </DialogFrame>
  )
}
