import { type Role, roles } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { keepSaved, newestOf } from '../../../kit/form/savedRecords.ts'
import { type PartVersions, usePartVersions } from '../../../kit/form/usePartVersions.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { useCan } from '../../../kit/session.ts'
import { PartTab } from '../../../kit/setting/PartTab.tsx'
import { useDirtyParts } from '../../../kit/setting/useDirtyCards.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { Holders } from './Holders.tsx'
import { RightsForm } from './RightsForm.tsx'
import { RoleScopeForm } from './RoleScopeForm.tsx'

/** What a role gives and to whom: its rights, its data scope, its users. */
export function RoleDialog({ dialog }: { readonly dialog: Dialog<Role> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('role.rightsOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && <Parts key={record.id} role={record} />}
    </DialogFrame>
  )
}

function Parts({ role }: { readonly role: Role }) {
  const versions = useRoleVersions(role)
  const mayRights = useCan(roles.rights.permission)
  const mayScope = useCan(roles.scope.permission)
  const mayUsers = useCan(roles.users.permission)
  const first = (mayRights && 'rights') || (mayScope && 'scope') || 'users'
  const parts = useDirtyParts()
  useUnsaved(parts.isAnyDirty, parts.isKept)
  const part = { role, versions, onDirty: parts.tell }
  return (
    <>
      {!role.isEditable && (
        <Callout title={t('role.readOnly')}>
          {t(role.isSystem ? 'role.readOnlyShipped' : 'role.readOnlyAbove')}
        </Callout>
      )}
      <Tabs defaultValue={first}>
        <Tabs.List aria-label={role.name}>
          {mayRights && <PartTab value="rights" title={t('role.rights')} of={parts} />}
          {mayScope && <PartTab value="scope" title={t('role.dataScope')} of={parts} />}
          {mayUsers && <Tabs.Tab value="users">{t('role.users')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="rights">
          <RightsForm {...part} card="rights" />
        </Tabs.Panel>
        <Tabs.Panel value="scope">
          <RoleScopeForm {...part} card="scope" />
        </Tabs.Panel>
        <Tabs.Panel value="users">
          <Holders role={role} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** What is saved here is known where the role is opened again before the list has been read. */
function useRoleVersions(role: Role): PartVersions {
  const versions = usePartVersions(newestOf(role).version)
  const saved = (part: string, version: number) => {
    versions.saved(part, version)
    keepSaved({ ...newestOf(role), version })
  }
  return { ...versions, saved }
}
