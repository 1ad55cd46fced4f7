import type { MailTemplate } from '@muster/contract'
import { useState } from 'react'
import type { Dialog } from '../../../../kit/dialog/useDialog.ts'
import { confirmDiscard } from '../../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../../kit/dialog/DialogFrame.tsx'
import { mailName } from '../mailNames.ts'
import { TemplateForm } from './TemplateForm.tsx'

/** Words one mail anew in one language. */
export function TemplateDialog({ dialog }: { readonly dialog: Dialog<MailTemplate> }) {
  const [isDirty, setDirty] = useState(false)
  const { record } = dialog
  const close = async () => {
    if (isDirty && !(await confirmDiscard())) return
    setDirty(false)
    dialog.close()
  }
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={() => void close()}
      title={record ? `${mailName(record.code)} (${record.language})` : ''}
      size="80rem"
    >
      {record && (
        <TemplateForm
          key={`${record.id} ${record.version}`}
          template={record}
          setDirty={setDirty}
          done={() => {
            setDirty(false)
            dialog.close()
          }}
        />
      )}
    </DialogFrame>
  )
}
