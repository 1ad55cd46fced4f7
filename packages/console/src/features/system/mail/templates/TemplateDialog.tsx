import type { MailTemplate } from '@muster/contract'
import type { Dialog } from '../../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../../kit/dialog/DialogFrame.tsx'
import { mailName } from '../mailNames.ts'
import { TemplateForm } from './TemplateForm.tsx'

/** Words one mail anew in one language. */
export function TemplateDialog({ dialog }: { readonly dialog: Dialog<MailTemplate> }) {
  const { record, close } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={close}
      title={record ? `${mailName(record.code)} (${record.language})` : ''}
      size="80rem"
    >
      {record && (
        <TemplateForm key={`${record.id} ${record.version}`} template={record} done={close} />
      )}
    </DialogFrame>
  )
}
