import { orgApks, organizations } from '@muster/contract'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import classes from './policy.module.css'

/** Gives organisations the policies of another one. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  const { isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('orgApk.copyTitle')}>
      {isOpen && <CopyForm close={close} />}
    </DialogFrame>
  )
}

function CopyForm({ close }: { readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    of: orgApks,
    call: orgApks.copy,
    start: { orgIds: [] },
    input: (body) => ({ body }),
    done: close,
    said: ({ orgIds }) => t('orgApk.copied', { count: orgIds.length }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('orgApk.copyHint')}</p>
      <RecordField {...field('fromOrgId', 'orgApk.copyFrom')} of={organizations} />
      <RecordsField
        {...field('orgIds', 'orgApk.copyTo')}
        of={organizations}
        none={t('orgApk.copyNone')}
      />
      <FormFooter agree="orgApk.copy" isSending={isSending} close={close} />
    </form>
  )
}
