import { type RightNode, type Role, roles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../../kit/useAction.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { call } from '../../../kit/call.ts'
import { query } from '../../../kit/queries.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { useCan } from '../../../kit/session.ts'
import { useEdited } from '../../../kit/form/useEdited.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { grantedLeaves, isSameGrant } from './marks.ts'
import { RightsTree } from './RightsTree.tsx'
import classes from './role.module.css'
import { useCardInput } from '../../../kit/setting/useCardInput.ts'

export interface RolePartProps extends CardProps {
  readonly role: Role
  /** The role's version: what was saved in one part raises it for the others. */
  readonly version: number
  readonly onSaved: (version: number) => void
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
  const { nodes, role, version, onSaved } = props
  const [granted, setGranted] = useEdited(nodes, grantedLeaves)
  const keep = useCardInput(props, granted, !isSameGrant(granted, grantedLeaves(nodes)))
  const act = useAction(roles)
  const mayGrant = useCan(roles.setRights.permission)
  const isReadOnly = !role.isEditable || !mayGrant
  const save = async () => {
    const body = { version, menuIds: [...granted] }
    const done = await act(roles.setRights, { params: { id: role.id }, body })
    if (!done) return
    keep()
    onSaved(done.reply.version)
  }
  const take = async (id: string | null) => {
    if (id) setGranted(grantedLeaves(await call(roles.rights, { params: { id } })))
  }
  return (
    <div className={classes.part}>
      {!isReadOnly && (
        <RecordPicker
          of={roles}
          label={t('role.copyFrom')}
          value={null}
          onChange={(id) => void take(id)}
          except={role.id}
        />
      )}
      <RightsTree nodes={nodes} granted={granted} onChange={setGranted} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{t('kit.save')}</Button>
        </Group>
      )}
    </div>
  )
}
