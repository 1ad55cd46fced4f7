import { type OrgApk, orgApks } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface PolicyMenuProps {
  readonly policy: OrgApk
  readonly dialogs: { readonly figures: Dialog<OrgApk>; readonly releases: Dialog<OrgApk> }
}

const { compliance, releases, remove } = orgApks
const codes = [compliance.permission, releases.permission, remove.permission]

/** What is done with a policy beside editing it. */
export function PolicyMenu({ policy, dialogs }: PolicyMenuProps) {
  const batch = useBatch(orgApks)
  if (!useCan(codes)) return null
  const { id, name } = policy
  return (
    <MoreMenu label={t('orgApk.actionsOf', { name })}>
      <ActionItem
        code={compliance.permission}
        icon="info"
        onClick={() => dialogs.figures.open(policy)}
      >
        {t('orgApk.figures')}
      </ActionItem>
      <ActionItem
        code={releases.permission}
        icon="larger"
        onClick={() => dialogs.releases.open(policy)}
      >
        {t('orgApk.releases')}
      </ActionItem>
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
