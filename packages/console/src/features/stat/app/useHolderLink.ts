import { addressText, type Query } from '../../../platform/address.ts'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { useStat } from '../page/stat.ts'

/** Where the terminals that a figure counts are listed. */
export function useHolderLink(screen: 'STATISTICS_APK' | 'STATISTICS_DEVICE_APK_LOG') {
  const path = useSession(({ menu }) => pathOfScreen(menu, screen))
  const { filter } = useStat()
  return (more: Query): string | undefined =>
    path === null
      ? undefined
      : `#${addressText({ path, query: { ...filter, ...more, tab: 'terminals' } })}`
}
