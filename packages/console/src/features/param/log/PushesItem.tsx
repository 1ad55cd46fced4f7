import { paramPushes } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'

interface PushesItemProps {
  /** Of which assignment, or which document. */
  readonly of: { readonly assignmentId: string } | { readonly documentId: string }
}

/** Leads to the pushes that come of something, where the user has their list. */
export function PushesItem({ of }: PushesItemProps) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'PARAM_LOG'))
  if (path === null) return null
  return (
    <ActionItem
      code={paramPushes.page.permission}
      icon="tray"
      onClick={() => navigate(addressText({ path, query: { tab: 'pushes', ...of } }))}
    >
      {t('paramPush.of')}
    </ActionItem>
  )
}
