import { type Apk, apks } from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import { LongTextField } from '../../../ui/form/fields.tsx'
import classes from '../app.module.css'

interface DialogProps {
  readonly dialog: Dialog<Apk>
}

interface FormProps {
  readonly apk: Apk
  readonly close: () => void
}

/** Puts a version online, now or at a moment. */
export function PublishDialog({ dialog: { record, isOpen, close } }: DialogProps) {
  const title = t('apk.publishOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <PublishForm key={record.id} apk={record} close={close} />}
    </DialogFrame>
  )
}

function PublishForm({ apk: { id, name }, close }: FormProps) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: apks,
    call: apks.publish,
    input: (body) => ({ params: { id }, body }),
    done: close,
    said: ({ publishAt }) => t(publishAt ? 'apk.planned' : 'apk.published', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('apk.publishHint')}</p>
      <MomentField {...field('publishAt', 'apk.publishAt')} />
      <FormFooter agree="apk.publish" isSending={isSending} close={close} />
    </form>
  )
}

/** Takes a version away from terminals, with a reason. */
export function OfflineDialog({ dialog: { record, isOpen, close } }: DialogProps) {
  const title = t('apk.offlineOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <OfflineForm key={record.id} apk={record} close={close} />}
    </DialogFrame>
  )
}

function OfflineForm({ apk: { id, name }, close }: FormProps) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: apks,
    call: apks.offline,
    input: (body) => ({ params: { id }, body }),
    done: close,
    said: () => t('apk.takenOffline', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('apk.offlineHint')}</p>
      <LongTextField {...field('reason', 'apk.reason')} />
      <FormFooter agree="apk.offline" isSending={isSending} close={close} />
    </form>
  )
}
