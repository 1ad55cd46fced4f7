import { organizations, type Role, roles } from '@muster/contract'
import type { SubmitEvent } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { notify } from '../../../kit/notify.ts'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group, Stack } from '../../../ui/controls.ts'
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
  const form = useFields(roles.copy, { orgId: role.isSystem ? '' : role.orgId })
  const save = useSave(roles, form)
  const copy = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = form.read()
    if (!body || !(await save(roles.copy, { params: { id: role.id }, body }))) return
    notify.success(t('kit.done'))
    close()
  }
  return (
    <form onSubmit={(event) => void copy(event)} noValidate>
      <Stack>
        <TextField {...form.field('name', 'role.name')} />
        <CodeField {...form.field('code', 'role.code')} />
        <RecordField {...form.field('orgId', 'role.organization')} of={organizations} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button type="submit">{t('role.copy')}</Button>
      </Group>
    </form>
  )
}
