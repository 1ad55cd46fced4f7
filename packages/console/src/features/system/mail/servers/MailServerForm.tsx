import { type MailServer, mailServers, organizations } from '@muster/contract'
import type { Dialog } from '../../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../../platform/texts.ts'
import { ChoiceField, CodeField, NumberField, TextField } from '../../../../ui/form/fields.tsx'
import { SecretField } from '../../../../ui/form/moreFields.tsx'
import { securityTexts } from './mailServerColumns.tsx'

/** Adds and edits a mail server. */
export function MailServerForm({ dialog }: { readonly dialog: Dialog<MailServer> }) {
  const unchanged = dialog.record?.hasPassword ? { placeholder: t('setting.unchanged') } : {}
  return (
    <FormDialog of={mailServers} dialog={dialog} title="mail.server.add">
      {(field) => (
        <>
          <TextField {...field('name', 'mail.server.name')} />
          <CodeField {...field('host', 'mail.server.host')} />
          <NumberField {...field('port', 'mail.server.port')} />
          <ChoiceField
            {...field('security', 'mail.server.security')}
            required
            options={texts(securityTexts)}
          />
          <CodeField {...field('userName', 'mail.server.userName')} />
          <SecretField {...field('password', 'mail.server.password')} {...unchanged} />
          <TextField {...field('senderName', 'mail.server.senderName')} />
          <CodeField {...field('senderAddress', 'mail.server.senderAddress')} />
          <CodeField {...field('replyTo', 'mail.server.replyTo')} />
          <RecordField {...field('orgId', 'mail.server.org')} of={organizations} />
          <NumberField {...field('dailyLimit', 'mail.server.dailyLimit')} />
        </>
      )}
    </FormDialog>
  )
}
