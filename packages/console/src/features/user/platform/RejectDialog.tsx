import { type PlatformUser, platformUsers } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { LongTextField } from '../../../ui/form/fields.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import classes from './platform.module.css'
import { useCallForm } from '../../../kit/form/useCallForm.ts'

/** Rejects a request, and says why. */
export function RejectDialog({ dialog }: { readonly dialog: Dialog<PlatformUser> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('platform.rejectOf', { name: record?.realName ?? '' })}
    >
      {record && <RejectForm key={record.id} record={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface RejectFormProps {
  readonly record: PlatformUser
  readonly close: () => void
}

function RejectForm({ record: { id, version }, close }: RejectFormProps) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: platformUsers,
    call: platformUsers.review,
    start: { result: 'REJECTED', version },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('platform.rejectHint')}</p>
      <LongTextField {...field('reason', 'platform.reason')} required />
      <FormFooter agree="platform.reject" isSending={isSending} close={close} />
    </form>
  )
}
