import type { DeveloperDownload } from '@muster/contract'
import { CopyLine } from '../../../kit/copy/CopyLine.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

export interface MadeLink {
  readonly download: DeveloperDownload
  readonly url: string
  readonly expiresAt: string
}

/** A signed address that has just been made. */
export function LinkDialog({ dialog }: { readonly dialog: Dialog<MadeLink> }) {
  const { record, isOpen, close } = dialog
  const title = t('download.linkOf', { name: record?.download.title ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && (
        <>
          <p>{t('download.linkText', { time: formatDateTime(record.expiresAt) })}</p>
          <CopyLine label={t('download.copyLink')} text={new URL(record.url, location.href).href} />
        </>
      )}
    </DialogFrame>
  )
}
