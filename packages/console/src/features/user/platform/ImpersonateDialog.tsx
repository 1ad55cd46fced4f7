import { impersonationMinutes, type PlatformUser, platformUsers } from '@muster/contract'
import { useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { LongTextField } from '../../../ui/form/fields.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { openImpersonation } from './openImpersonation.ts'
import classes from './platform.module.css'

/** Looks at the console as an account does: the reason first, then a window of its own. */
export function ImpersonateDialog({ dialog }: { readonly dialog: Dialog<PlatformUser> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('platform.impersonateOf', { name: record?.userName ?? '' })}
    >
      {record && <Look key={record.id} id={record.id} close={dialog.close} />}
    </DialogFrame>
  )
}

interface LookProps {
  readonly id: string
  readonly close: () => void
}

function Look({ id, close }: LookProps) {
  const [address, setAddress] = useState<string | null>(null)
  const opened = (to: string) => {
    if (window.open(to, '_blank')) close()
    else setAddress(to)
  }
  if (address === null) return <ReasonForm id={id} close={close} opened={opened} />
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t('platform.impersonateReady')}</p>
      <a className={classes.open} href={address} target="_blank" onClick={close}>
        {t('platform.impersonateOpen')}
      </a>
    </div>
  )
}

interface ReasonFormProps extends LookProps {
  readonly opened: (address: string) => void
}

function ReasonForm({ id, close, opened }: ReasonFormProps) {
  // The key is made on the way; nobody types it.
  const start = { publicKey: undefined }
  const form = useFields<{ reason: string }>(platformUsers.impersonate, start, id)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf(openImpersonation(id, body.reason))
    if ('reply' in outcome) return opened(outcome.reply)
    const problems = fieldProblems(outcome.error)
    form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>
        {t('platform.impersonateHint', { minutes: impersonationMinutes })}
      </p>
      <LongTextField {...form.field('reason', 'platform.impersonateReason')} required />
      <FormFooter agree="platform.impersonateOpen" isSending={isSending} close={close} />
    </form>
  )
}
