import { type MailServer, mailServers } from '@muster/contract'
import { useAction } from '../../../../kit/useAction.ts'
import type { Dialog } from '../../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../../kit/form/useFields.ts'
import { useSubmit } from '../../../../kit/form/useSubmit.ts'
import { DialogFrame } from '../../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../../platform/texts.ts'
import { Button } from '../../../../ui/controls.ts'
import { CodeField } from '../../../../ui/form/fields.tsx'
import classes from '../mail.module.css'

/** Sends a mail through one server at once and says what the server answered. */
export function MailTestDialog({ dialog }: { readonly dialog: Dialog<MailServer> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('mail.testOf', { name: record?.name ?? '' })}
    >
      {record && <TestForm id={record.id} close={dialog.close} />}
    </DialogFrame>
  )
}

function TestForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const form = useFields(mailServers.test, {}, id)
  const act = useAction(mailServers)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (body && (await act(mailServers.test, { params: { id }, body }))) close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <CodeField {...form.field('to', 'mail.testTo')} />
      <div className={classes.footer}>
        <Button type="submit" loading={isSending}>
          {t('mail.test')}
        </Button>
      </div>
    </form>
  )
}
