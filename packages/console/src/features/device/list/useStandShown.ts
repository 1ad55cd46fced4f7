import { devices } from '@muster/contract'
import { useTableLayout } from '../../../kit/list/tableLayout.ts'
import { useSession } from '../../../kit/session.ts'
import { isShown } from '../../../ui/table/arranged.ts'
import { standColumns } from './standColumns.tsx'

/** What rows are asked for beside the usual: how terminals stand, where the user has a column of that shown. */
export function useStandShown(): 'stand' | undefined {
  const user = useSession((state) => state.user?.userName ?? '')
  const look = useTableLayout({ user, key: devices.page.path })
  const isAsked = standColumns.some(({ key, isExtra }) => isShown({ id: key, isExtra }, look))
  return isAsked ? 'stand' : undefined
}
