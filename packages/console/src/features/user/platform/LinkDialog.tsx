import { organizations, type PlatformUser, platformUsers, users, vendors } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { RolesField } from '../account/RolesField.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import classes from './platform.module.css'
import { useCallForm } from '../../../kit/form/useCallForm.ts'

/** Puts the account of an approved request elsewhere. */
export function LinkDialog({ dialog }: { readonly dialog: Dialog<PlatformUser> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('platform.linkOf', { name: record?.realName ?? '' })}
      size="lg"
    >
      {record?.userId && (
        <Account key={record.id} record={record} userId={record.userId} close={dialog.close} />
      )}
    </DialogFrame>
  )
}

interface AccountProps {
  readonly record: PlatformUser
  readonly userId: string
  readonly close: () => void
}

/** The roles that the account holds now are where the choice begins. */
function Account({ record, userId, close }: AccountProps) {
  const account = useQuery(query(users.detail, { params: { id: userId } }))
  return (
    <Loaded query={account} permission={users.detail.permission}>
      {({ roleIds }) => <LinkForm record={record} roleIds={roleIds} close={close} />}
    </Loaded>
  )
}

interface LinkFormProps extends Omit<AccountProps, 'userId'> {
  readonly roleIds: readonly string[]
}

function LinkForm({ record, roleIds, close }: LinkFormProps) {
  const { id, version, orgId, vendorId } = record
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: platformUsers,
    call: platformUsers.link,
    start: { version, orgId, vendorId: vendorId ?? '', roleIds },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <RecordField {...field('orgId', 'platform.organization')} of={organizations} />
      <RecordField {...field('vendorId', 'platform.vendor')} of={vendors} />
      <RolesField {...field('roleIds', 'platform.roles')} />
      <FormFooter agree="platform.link" isSending={isSending} close={close} />
    </form>
  )
}
