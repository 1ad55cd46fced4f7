import { organizations, roles, type Vendor, vendorGuests } from '@muster/contract'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { RecordsField } from '../../kit/form/RecordsField.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { t } from '../../platform/texts.ts'
import { CodeField, TextField } from '../../ui/form/fields.tsx'
import classes from './vendor.module.css'

/** Lets somebody of a vendor's staff in. */
export function InviteDialog({ dialog }: { readonly dialog: Dialog<Vendor> }) {
  const { record, isOpen, close } = dialog
  const title = t('vendor.inviteOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <InviteForm key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

function InviteForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: vendorGuests,
    call: vendorGuests.invite,
    start: { roleIds: [] },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('vendor.inviteHint')}</p>
      <CodeField {...field('userName', 'user.userName')} />
      <TextField {...field('realName', 'user.realName')} />
      <CodeField {...field('email', 'user.email')} />
      <RecordField {...field('orgId', 'user.organization')} of={organizations} />
      <RecordsField {...field('roleIds', 'user.roles')} of={roles} none={t('user.noRole')} />
      <FormFooter agree="vendor.invite" isSending={isSending} close={close} />
    </form>
  )
}
