import { plans } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText, navigate, type Query } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { groupQuery, terminalQuery } from './aim.ts'

/** Begins a plan for one terminal, from its menu. */
export const PlanTerminalItem = ({ sn }: { readonly sn: string }) => (
  <PlanItem query={terminalQuery(sn)} />
)

/** Begins a plan for the members of a group, from its menu. */
export const PlanGroupItem = ({ groupId }: { readonly groupId: string }) => (
  <PlanItem query={groupQuery(groupId)} />
)

function PlanItem({ query }: { readonly query: Query }) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'PLAN'))
  if (path === null) return null
  return (
    <ActionItem
      code={plans.add.permission}
      icon="clock"
      onClick={() => navigate(addressText({ path, query }))}
    >
      {t('plan.addTo')}
    </ActionItem>
  )
}
