import { type OrganizationUser, type User, users } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { StateItems } from '../../user/index.ts'

interface UserActsProps {
  readonly user: OrganizationUser
  readonly form: Dialog<User>
  readonly password: Dialog<User>
  /** Reads the list again. */
  readonly onDone: () => void
}

/** What brings an account on its way, without leaving its organisation. */
export function UserActs({ user, form, password, onDone }: UserActsProps) {
  const mayRead = useCan(users.detail.permission)
  // The list tells less of an account than its dialogs ask for.
  const open = async (dialog: Dialog<User>) => {
    const read = await outcomeOf(call(users.detail, { params: { id: user.id } }))
    if ('reply' in read) dialog.open(read.reply)
  }
  if (!mayRead) return null
  return (
    <RowActions>
      <EditButton code={users.update.permission} onClick={() => void open(form)} />
      <MoreMenu label={t('user.actionsOf', { name: user.userName })}>
        <StateItems user={user} onDone={onDone} />
        <ActionItem
          code={users.resetPassword.permission}
          icon="restore"
          onClick={() => void open(password)}
        >
          {t('user.resetPassword')}
        </ActionItem>
      </MoreMenu>
    </RowActions>
  )
}
