import { roles, type ShownScope } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../kit/call.ts'
import { ConflictNote } from '../../../kit/form/ConflictNote.tsx'
import { usePartSave } from '../../../kit/form/usePartSave.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useEdited } from '../../../kit/form/useEdited.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { draftOf, givenBy, isEdited, mergedScope } from '../scope/scopeDraft.ts'
import { ScopeFields } from '../scope/ScopeFields.tsx'
import type { RolePartProps } from './RightsForm.tsx'
import classes from './role.module.css'
import { useCardInput } from '../../../kit/setting/useCardInput.ts'

/** Whose records a role's holders see. */
export function RoleScopeForm(props: RolePartProps) {
  const { id } = props.role
  const scope = useQuery({ ...query(roles.scope, { params: { id } }), staleTime: 0 })
  return (
    <Loaded query={scope} permission={roles.scope.permission}>
      {(read) => <Scope read={read} {...props} />}
    </Loaded>
  )
}

function Scope(props: RolePartProps & { readonly read: ShownScope }) {
  const { read, role, card, versions } = props
  const { draft, change, rebase } = useEdited(read, draftOf)
  const keep = useCardInput(props, draft, isEdited(draft, read))
  const params = { id: role.id }
  const part = usePartSave({ of: roles, ...params, card, versions })
  const save = async () => {
    const body = { ...givenBy(draft), version: versions.of(card) }
    if (await part.save((send) => send(roles.setScope, { params, body }))) keep()
  }
  const takeTheirs = () =>
    part.takeTheirs(
      () => call(roles.scope, { params }),
      (theirs) => rebase(theirs, mergedScope),
    )
  return (
    <div className={classes.part}>
      <ConflictNote conflict={part.conflict} take={takeTheirs} />
      <ScopeFields draft={draft} onChange={change} isReadOnly={!role.isEditable} />
      {role.isEditable && (
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{t('kit.save')}</Button>
        </Group>
      )}
    </div>
  )
}
