import { organizations, type PlatformUser, platformUsers, vendors } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField } from '../../../ui/form/fields.tsx'
import { RolesField } from '../account/RolesField.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import classes from './platform.module.css'
import { useCallForm } from '../../../kit/form/useCallForm.ts'

/** Approves a request: whose account it becomes, and what it may do. */
export function ApproveDialog({ dialog }: { readonly dialog: Dialog<PlatformUser> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('platform.approveOf', { name: record?.realName ?? '' })}
      size="lg"
    >
      {record && <ApproveForm key={record.id} record={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface ApproveFormProps {
  readonly record: PlatformUser
  readonly close: () => void
}

function ApproveForm({ record, close }: ApproveFormProps) {
  const { id, version, email } = record
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: platformUsers,
    call: platformUsers.review,
    start: { result: 'APPROVED', version, userName: email.slice(0, 64), roleIds: [] },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('platform.approveHint')}</p>
      <CodeField {...field('userName', 'platform.userName')} required />
      <RecordField {...field('orgId', 'platform.organization')} of={organizations} required />
      <RecordField {...field('vendorId', 'platform.vendor')} of={vendors} />
      <RolesField {...field('roleIds', 'platform.roles')} required />
      <LongTextField {...field('reason', 'platform.remark')} />
      <FormFooter agree="platform.approve" isSending={isSending} close={close} />
    </form>
  )
}
