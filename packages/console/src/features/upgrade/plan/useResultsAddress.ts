import { upgradeResults } from '@muster/contract'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'

/** Where the results of a plan are listed, or of one of its waves; null: not for this user. */
export function useResultsAddress(): (planId: string, wave?: number) => string | null {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'RESULT'))
  const isAllowed = useCan(upgradeResults.page.permission)
  return (planId, wave = 0) =>
    path === null || !isAllowed
      ? null
      : addressText({ path, query: { planId, wave: wave > 0 ? String(wave) : '' } })
}
