import { type Organization, organizations } from '@muster/contract'
import { useBatch } from '../../kit/batch/useBatch.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { useCan } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'

interface OrganizationMenuProps {
  readonly organization: Organization
  readonly moving: Dialog<Organization>
}

/** What is done to an organisation less often than opening and editing it. */
export function OrganizationMenu({ organization, moving }: OrganizationMenuProps) {
  const batch = useBatch(organizations)
  const { id, name } = organization
  if (!useCan([organizations.move.permission, organizations.remove.permission])) return null
  return (
    <MoreMenu label={t('organization.actionsOf', { name })}>
      <ActionItem
        code={organizations.move.permission}
        icon="shuffle"
        onClick={() => moving.open(organization)}
      >
        {t('organization.move')}
      </ActionItem>
      <ActionItem
        code={organizations.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
