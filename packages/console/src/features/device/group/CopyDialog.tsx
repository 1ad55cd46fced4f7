import { type Group, groups } from '@muster/contract'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import classes from './group.module.css'
import { copyNameOf } from './groupStart.ts'

/** Asks for the name of a static group that holds whom another group holds now. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<Group> }) {
  const { record, isOpen, close } = dialog
  const title = t('group.copyStaticOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && <CopyForm key={record.id} group={record} close={close} />}
    </DialogFrame>
  )
}

function CopyForm({ group, close }: { readonly group: Group; readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    about: { id: group.id, worded: ['name'] },
    of: groups,
    call: groups.copy,
    start: { name: copyNameOf(group) },
    input: (body) => ({ params: { id: group.id }, body }),
    done: close,
  })
  return (
    <form className={classes.copy} onSubmit={submit} noValidate>
      <p className={classes.muted}>{t('group.copyStaticHint', { name: group.name })}</p>
      <TextField {...field('name', 'group.name')} required />
      <FormFooter agree="group.copy" isSending={isSending} close={close} />
    </form>
  )
}
