import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { membersOf } from '../../ui/form/schema.ts'
import { type Selection, useSelection } from '../../ui/table/useSelection.ts'
import { call } from '../call.ts'
import { usePage } from '../page.ts'
import { pathOf } from '../queries.ts'
import { useCan } from '../session.ts'
import { type FilterName, type Listed, type PageCall, type Row } from './listed.ts'
import {
  changed,
  filterNames,
  firstState,
  type ListState,
  pageQueryOf,
  readState,
  writeState,
} from '../../ui/table/listState.ts'

/** A list as its parts see it: filters, table, pager and buttons all take the whole of it. */
export interface List<R extends Row, Name extends string = string> extends Selection {
  readonly call: PageCall<R, unknown>
  readonly state: ListState
  readonly names: readonly Name[]
  readonly change: (change: Partial<ListState>) => void
  readonly rows: readonly R[]
  readonly total: number
  /** At least `total` rows match: the server stopped counting. */
  readonly isCapped: boolean
  /** Nothing to show yet. */
  readonly isLoading: boolean
  /** The rows shown are those of the previous page, filter or sort. */
  readonly isBusy: boolean
  readonly isForbidden: boolean
  readonly error: Error | null
  readonly retry: () => void
}

export interface ListStart {
  /** Rows of a page until someone chooses another number. */
  readonly pageSize?: number
  /** Filters that always hold and are not in the address. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Values for the placeholders of the call's path. */
  readonly params?: Readonly<Record<string, string>>
}

const usualPageSize = 20

/** A list whose filters, page, sort, page size and keyword live in the page's address. */
export function useList<R extends Row, Q>(
  group: Listed<R, Q>,
  start: ListStart = {},
): List<R, FilterName<Q>> {
  const { query, setQuery } = usePage()
  const at = { names: namesOf(group.page), pageSize: start.pageSize ?? usualPageSize }
  const state = readState(query, at.names, at.pageSize)
  return useRows(group.page, start, {
    state,
    change: (change) => setQuery(writeState(changed(state, change), query, at)),
  })
}

export interface StateHolder {
  readonly state: ListState
  readonly change: (change: Partial<ListState>) => void
}

/** {@link useList} over a state held elsewhere than in the address: a dialog has none. */
export function useRows<R extends Row, Q>(
  page: PageCall<R, Q>,
  start: ListStart,
  holder: StateHolder,
): List<R, FilterName<Q>> {
  const { active } = usePage()
  const isAllowed = useCan(page.permission)
  const input = {
    ...(start.params && { params: start.params }),
    query: { ...pageQueryOf(holder.state), ...start.fixed },
  }
  const query = useQuery({
    queryKey: [pathOf(page, input), input],
    queryFn: ({ signal }) => call(page, input, { signal }),
    placeholderData: keepPreviousData,
    subscribed: active,
    enabled: isAllowed,
  })
  const rows = query.data?.list ?? noRows
  const total = query.data?.total ?? 0
  const isBusy = query.isPlaceholderData
  useLastPage({ ...holder, isEmpty: rows.length === 0 && !isBusy && !query.data?.capped, total })
  return {
    call: page,
    // The names are the query's own; membersOf cannot say which.
    names: filterNames(namesOf(page)) as readonly FilterName<Q>[],
    ...holder,
    ...useSelection(JSON.stringify([holder.state.filter, holder.state.keyword, start])),
    rows,
    total,
    isCapped: query.data?.capped ?? false,
    isLoading: isAllowed && query.isPending,
    isBusy,
    isForbidden: !isAllowed,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

const noRows: readonly never[] = []

export const localState = firstState(usualPageSize)

function namesOf(page: PageCall<unknown, unknown>): readonly string[] {
  return Object.keys(membersOf(page.schemas.query))
}

/** When the rows of the last page are gone, the page before it is shown. */
function useLastPage(
  list: StateHolder & { readonly isEmpty: boolean; readonly total: number },
): void {
  const { page, pageSize } = list.state
  const last = Math.max(1, Math.ceil(list.total / pageSize))
  const isBehind = list.isEmpty && list.total > 0 && page > last
  useEffect(() => {
    if (isBehind) list.change({ page: last })
  })
}
