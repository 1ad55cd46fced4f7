import { type RightNode, type Role, roles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { ConflictNote } from '../../../kit/form/ConflictNote.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { call } from '../../../kit/call.ts'
import { query } from '../../../kit/queries.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { useCan } from '../../../kit/session.ts'
import type { PartVersions } from '../../../kit/form/usePartVersions.ts'
import { usePartSave } from '../../../kit/form/usePartSave.ts'
import { useEdited } from '../../../kit/form/useEdited.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { grantedLeaves, isSameGrant, mergedGrant } from './marks.ts'
import { RightsTree } from './RightsTree.tsx'
import classes from './role.module.css'
import { useCardInput } from '../../../kit/setting/useCardInput.ts'

export interface RolePartProps extends CardProps {
  readonly role: Role
  readonly versions: PartVersions
}

/** What a role's holders may do. */
export function RightsForm(props: RolePartProps) {
  const { id } = props.role
  const rights = useQuery({ ...query(roles.rights, { params: { id } }), staleTime: 0 })
  return (
    <Loaded query={rights} permission={roles.rights.permission}>
      {(nodes) => <Rights nodes={nodes} {...props} />}
    </Loaded>
  )
}

function Rights(props: RolePartProps & { readonly nodes: readonly RightNode[] }) {
  const { nodes, role, card, versions } = props
  const { draft: granted, change, rebase } = useEdited(nodes, grantedLeaves)
  const keep = useCardInput(props, granted, !isSameGrant(granted, grantedLeaves(nodes)))
  const params = { id: role.id }
  const part = usePartSave({ of: roles, ...params, card, versions })
  const mayGrant = useCan(roles.setRights.permission)
  const isReadOnly = !role.isEditable || !mayGrant
  const save = async () => {
    const body = { version: versions.of(card), menuIds: [...granted] }
    if (await part.save((send) => send(roles.setRights, { params, body }))) keep()
  }
  const takeTheirs = () =>
    part.takeTheirs(
      () => call(roles.rights, { params }),
      (theirs) => rebase(theirs, mergedGrant),
    )
  const take = async (id: string | null) => {
    if (id) change(grantedLeaves(await call(roles.rights, { params: { id } })))
  }
  return (
    <div className={classes.part}>
      <ConflictNote conflict={part.conflict} take={takeTheirs} />
      {!isReadOnly && (
        <RecordPicker
          of={roles}
          label={t('role.copyFrom')}
          value={null}
          onChange={(id) => void take(id)}
          except={role.id}
        />
      )}
      <RightsTree nodes={nodes} granted={granted} onChange={change} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{t('kit.save')}</Button>
        </Group>
      )}
    </div>
  )
}
