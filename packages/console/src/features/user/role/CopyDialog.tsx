import { organizations, type Role, roles } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { notify } from '../../../kit/notify.ts'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { Stack } from '../../../ui/controls.ts'
import { CodeField, TextField } from '../../../ui/form/fields.tsx'
import { useSave } from '../../../kit/form/useSave.ts'

/** A new role that gives what another one gives. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<Role> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('role.copyOf', { name: record?.name ?? '' })}
    >
      {record && <CopyForm key={record.id} role={record} close={dialog.close} />}
    </DialogFrame>
  )
}

function CopyForm({ role, close }: { readonly role: Role; readonly close: () => void }) {
  const form = useFields(roles.copy, { orgId: role.orgId ?? '' }, role.id)
  const save = useSave(roles, form)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body || !(await save(roles.copy, { params: { id: role.id }, body }))) return
    notify.success(t('kit.done'))
    close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextField {...form.field('name', 'role.name')} />
        <CodeField {...form.field('code', 'role.code')} />
        <RecordField {...form.field('orgId', 'role.organization')} of={organizations} />
      </Stack>
      <FormFooter agree="role.copy" isSending={isSending} close={close} />
    </form>
  )
}
