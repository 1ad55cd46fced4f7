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
  const part = usePartSave(roles)
  const mayGrant = useCan(roles.setRights.permission)
  const isReadOnly = !role.isEditable || !mayGrant
  const save = async () => {
    const body = { version: versions.of(card), menuIds: [...granted] }
    const done = await part.save(roles.setRights, { params: { id: role.id }, body })
    if (!done) return
    keep()
    versions.saved(card, done.version)
  }
  const takeTheirs = async () => {
    const params = { id: role.id }
    // The version first: who saves between the two is a conflict again, not written over.
    const { version } = await call(roles.detail, { params })
    rebase(await call(roles.rights, { params }), mergedGrant)
    versions.taken(card, version)
    part.forgetConflict()
  }
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
