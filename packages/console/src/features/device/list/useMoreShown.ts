import { type Device, devices } from '@muster/contract'
import { type Columns, isExtraHere } from '../../../kit/list/columns.tsx'
import { useTableLayout } from '../../../kit/list/tableLayout.ts'
import { useWindowWide } from '../../../kit/list/wideWindow.ts'
import { useSession } from '../../../kit/session.ts'
import { isShown } from '../../../ui/table/arranged.ts'
import { pictureColumns } from './pictureColumns.tsx'
import { standColumns } from './standColumns.tsx'

/** What rows are asked for beside the usual: what the user has columns of shown, and no more. */
export function useMoreShown(): 'stand' | 'pictures' | undefined {
  const user = useSession((state) => state.user?.userName ?? '')
  const look = useTableLayout({ user, key: devices.page.path })
  const isWide = useWindowWide()
  const shows = (columns: Columns<Device>) =>
    columns.some((column) =>
      isShown({ id: column.key, isExtra: isExtraHere(column, isWide) }, look),
    )
  if (shows(standColumns)) return 'stand'
  return shows(pictureColumns) ? 'pictures' : undefined
}
