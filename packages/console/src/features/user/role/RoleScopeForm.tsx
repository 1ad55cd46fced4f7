import { roles, type ShownScope } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../../kit/useAction.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useEdited } from '../../../kit/form/useEdited.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { draftOf, givenBy, isEdited } from '../scope/scopeDraft.ts'
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
  const { read, role, version, onSaved } = props
  const [draft, setDraft] = useEdited(read, draftOf)
  const keep = useCardInput(props, draft, isEdited(draft, read))
  const act = useAction(roles)
  const save = async () => {
    const body = { ...givenBy(draft), version }
    const done = await act(roles.setScope, { params: { id: role.id }, body })
    if (!done) return
    keep()
    onSaved(done.reply.version)
  }
  return (
    <div className={classes.part}>
      <ScopeFields draft={draft} onChange={setDraft} isReadOnly={!role.isEditable} />
      {role.isEditable && (
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{t('kit.save')}</Button>
        </Group>
      )}
    </div>
  )
}
