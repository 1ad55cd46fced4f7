import { plans, type UpgradeVersion } from '@muster/contract'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { bringQuery } from '../plan/aim.ts'

/** Begins a plan that brings a version; null: plans may not bring it, or this user makes none. */
export function useNewPlan({ id, state }: UpgradeVersion): (() => void) | null {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'PLAN'))
  const isAllowed = useCan(plans.add.permission)
  if (state !== 'ONLINE' || path === null || !isAllowed) return null
  return () => navigate(addressText({ path, query: bringQuery(id) }))
}
