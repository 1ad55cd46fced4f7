import { type ShownScope, type User, users } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, Group } from '../../../ui/controls.ts'
import { draftOf, givenBy, isEdited } from '../scope/scopeDraft.ts'
import { ScopeFields } from '../scope/ScopeFields.tsx'
import classes from './account.module.css'

/** Whose records a user sees: what his roles say, or a scope of his own. */
export function UserScopeDialog({ dialog }: { readonly dialog: Dialog<User> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('user.dataScopeOf', { name: record?.userName ?? '' })}
      size="lg"
    >
      {record && dialog.isOpen && <Scope key={record.id} user={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface ScopeProps {
  readonly user: User
  readonly close: () => void
}

function Scope(props: ScopeProps) {
  const { id } = props.user
  const scope = useQuery({ ...query(users.scope, { params: { id } }), staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={scope} permission={users.scope.permission}>
      {(read) => <Form {...props} read={read} />}
    </Loaded>
  )
}

const narrowest: ShownScope = { kind: 'OWN_ORG', organizations: [], vendors: [], models: [] }

function Form({ user, close, read }: ScopeProps & { readonly read: ShownScope | null }) {
  const [isOwn, setOwn] = useState(read !== null)
  const [draft, setDraft] = useState(() => draftOf(read ?? narrowest))
  const isDirty = isOwn ? read === null || isEdited(draft, read) : read !== null
  useUnsaved(isDirty)
  const act = useAction(users)
  const save = async () => {
    const body = { version: user.version, scope: isOwn ? givenBy(draft) : null }
    if (await act(users.setScope, { params: { id: user.id }, body })) close()
  }
  return (
    <div className={classes.scope}>
      <Checkbox
        label={t('user.ownScope')}
        checked={isOwn}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      {isOwn ? (
        <ScopeFields draft={draft} onChange={setDraft} isReadOnly={false} />
      ) : (
        <p className={classes.hint}>{t('user.scopeOfRolesText')}</p>
      )}
      <Group justify="flex-end">
        <CancelButton close={close} />
        <Button onClick={() => void save()}>{t('kit.save')}</Button>
      </Group>
    </div>
  )
}
