import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { membersOf } from '../../ui/form/schema.ts'
import { usePaused } from '../../ui/table/pausedQueries.ts'
import type { ListPlace } from './tableLayout.ts'
import { type Selection, useSelection } from '../../ui/table/useSelection.ts'
import { usePage } from '../page/page.ts'
import { pathOf, query as queryOf } from '../queries.ts'
import { useCan } from '../session.ts'
import type { BatchCalls } from '../batch/recordCalls.ts'
import { useAddressState } from './useAddressState.ts'
import { useLastPage } from './useLastPage.ts'
import type { FilterName, Listed, ListStart, PageCall, Row } from './listed.ts'
import {
  filterNames,
  firstState,
  type ListState,
  pageQueryOf,
  soughtOf,
  usualPageSize,
} from '../../ui/table/listState.ts'

/** A list as its parts see it: filters, table, pager and buttons all take the whole of it. */
export interface List<R extends Row, Name extends string = string> extends Selection<BatchCalls> {
  readonly call: PageCall<R, unknown>
  /** What it is known by, to its views and to the live stream. */
  readonly place: ListPlace
  readonly path: string
  /** When its rows were read, in epoch milliseconds. */
  readonly readAt: number
  readonly state: ListState
  readonly names: readonly Name[]
  readonly change: (change: Partial<ListState>) => void
  /** The filters and the keyword, as the server is asked. */
  readonly sought: Readonly<Record<string, string>>
  /** What its call is asked with, whichever page it is. */
  readonly asked: PageInput
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

/** What a page call takes. */
interface PageInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** A list whose filters, page, sort, page size and keyword live in the page's address. */
export function useList<R extends Row, Q>(
  group: Listed<R, Q>,
  start: ListStart = {},
): List<R, FilterName<Q>> {
  const at = { ...start, names: namesOf(group.page), pageSize: usualPageSize }
  return useRows(group.page, start, useAddressState(group.page.path, at))
}

export interface StateHolder {
  readonly state: ListState
  readonly change: (change: Partial<ListState>) => void
  readonly place?: ListPlace
}

/** {@link useList} over a state held elsewhere than in the address: a dialog has none. */
export function useRows<R extends Row, Q>(
  page: PageCall<R, Q>,
  start: ListStart,
  holder: StateHolder,
): List<R, FilterName<Q>> {
  const isAllowed = useCan(page.permission)
  const { path, query } = usePageQuery(page, { ...start, ...holder, isAllowed })
  const rows = query.data?.list ?? noRows
  const total = query.data?.total ?? 0
  const isBusy = query.isPlaceholderData
  useLastPage({ ...holder, isEmpty: rows.length === 0 && !isBusy && !query.data?.capped, total })
  return {
    call: page,
    place: nowhere,
    path,
    readAt: query.dataUpdatedAt,
    // The names are the query's own; membersOf cannot say which.
    names: filterNames(namesOf(page)) as readonly FilterName<Q>[],
    ...holder,
    ...useSelection<BatchCalls>(chosenAmong(holder.state, start)),
    sought: { ...soughtOf(holder.state), ...start.fixed },
    asked: inputOf({ ...holder, ...start }),
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

/** What is chosen stays chosen while the same rows are listed. */
const chosenAmong = ({ filter, keyword }: ListState, { fixed, params }: ListStart): string =>
  JSON.stringify([filter, keyword, fixed, params])

const inputOf = ({ params, fixed, state }: ListStart & Pick<StateHolder, 'state'>): PageInput => ({
  ...(params && { params }),
  query: { ...pageQueryOf(state), ...fixed },
})

interface PageAsked extends ListStart, StateHolder {
  readonly isAllowed: boolean
}

/** The rows of a page; a paused list keeps them. */
function usePageQuery<R, Q>(page: PageCall<R, Q>, { more, isAllowed, ...start }: PageAsked) {
  const { active } = usePage()
  const asked = inputOf(start)
  const input = { ...asked, query: { ...asked.query, ...(more && { more }) } }
  const path = pathOf(page, input)
  const isPaused = usePaused((paused) => path in paused)
  const query = useQuery({
    ...queryOf(page, input),
    placeholderData: keepPreviousData,
    subscribed: active,
    enabled: isAllowed,
    ...(isPaused && { staleTime: Number.POSITIVE_INFINITY }),
  })
  return { path, query }
}

const noRows: readonly never[] = []
const nowhere: ListPlace = { user: '', key: null }
export const localState = firstState(usualPageSize)

function namesOf(page: PageCall<unknown, unknown>): readonly string[] {
  return Object.keys(membersOf(page.schemas.query))
}
