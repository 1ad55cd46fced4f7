import { type DeveloperDownload, developerDownloads } from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../developer.module.css'

/** Publishes a download, now or at a moment. */
export function PublishDialog({ dialog }: { readonly dialog: Dialog<DeveloperDownload> }) {
  const { record, isOpen, close } = dialog
  const title = t('download.publishOf', { name: record?.title ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <PublishForm key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

function PublishForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: developerDownloads,
    call: developerDownloads.publish,
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('download.publishHint')}</p>
      <MomentField {...field('publishAt', 'download.publishAt')} />
      <FormFooter agree="download.publish" isSending={isSending} close={close} />
    </form>
  )
}
