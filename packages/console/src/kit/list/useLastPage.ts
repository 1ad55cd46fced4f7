import { useEffect } from 'react'
import type { ListState } from '../../ui/table/listState.ts'

interface Paged {
  readonly state: ListState
  readonly change: (change: Partial<ListState>) => void
  readonly isEmpty: boolean
  readonly total: number
}

/** When the rows of the last page are gone, the page before it is shown. */
export function useLastPage(list: Paged): void {
  const { page, pageSize } = list.state
  const last = Math.max(1, Math.ceil(list.total / pageSize))
  useEffect(() => {
    if (list.isEmpty && list.total > 0 && page > last) list.change({ page: last })
  })
}
