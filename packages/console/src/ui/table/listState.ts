import { soughtText } from '../form/digits.ts'
import type { Sort } from './columns.ts'

type Query = Readonly<Record<string, string>>

/** What a list shows: everything that its address says. */
export interface ListState {
  readonly page: number
  readonly pageSize: number
  readonly sort: Sort | null
  readonly keyword: string
  readonly filter: Readonly<Record<string, string>>
}

/** Members of a page query that are no filter; `more` asks for more of each row. */
const pagingNames: readonly string[] = [
  'pageNum',
  'pageSize',
  'sortField',
  'sortOrder',
  'keyword',
  'more',
]

/** Rows of a page where nobody says another number. */
export const usualPageSize = 20

/** A list as it is before anyone touched it. */
export const firstState = (pageSize: number): ListState => ({
  page: 1,
  pageSize,
  sort: null,
  keyword: '',
  filter: {},
})

/** The names of a page query that filter. */
export const filterNames = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !pagingNames.includes(name))

/** Reads a list's state from an address; what is missing or senseless is as at the start. */
export function readState(query: Query, names: readonly string[], pageSize: number): ListState {
  const { pageNum, sortField, sortOrder, keyword = '' } = query
  return {
    page: positive(pageNum) ?? 1,
    pageSize: positive(query['pageSize']) ?? pageSize,
    sort: sortField ? { field: sortField, order: sortOrder === 'desc' ? 'desc' : 'asc' } : null,
    keyword,
    filter: Object.fromEntries(
      filterNames(names).flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
    ),
  }
}

/** Writes a list's state into an address, leaving its other members as they are. */
export function writeState(
  state: ListState,
  query: Query,
  at: { readonly names: readonly string[]; readonly pageSize: number },
): Query {
  const others = Object.entries(query).filter(([name]) => !at.names.includes(name))
  return {
    ...Object.fromEntries(others),
    ...state.filter,
    ...(state.keyword && { keyword: state.keyword }),
    ...(state.sort && { sortField: state.sort.field, sortOrder: state.sort.order }),
    ...(state.page > 1 && { pageNum: String(state.page) }),
    ...(state.pageSize !== at.pageSize && { pageSize: String(state.pageSize) }),
  }
}

/** A change of the list; whatever changes what is listed goes back to the first page. */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  const filter = change.filter ?? state.filter
  const kept = Object.entries(filter).filter(([, value]) => value !== '')
  return { ...state, page: 1, ...change, filter: Object.fromEntries(kept) }
}

/** What rows are sought by, as the server is asked. The address keeps what was typed. */
export function soughtOf({ keyword, filter }: Pick<ListState, 'keyword' | 'filter'>): Query {
  const sought: Query = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, soughtText(value)]),
  )
  return { ...sought, ...(keyword && { keyword: soughtText(keyword) }) }
}

/** The query that the server is asked. */
export function pageQueryOf(state: ListState): Query {
  const { page, pageSize, sort } = state
  return {
    ...soughtOf(state),
    ...(sort && { sortField: sort.field, sortOrder: sort.order }),
    pageNum: String(page),
    pageSize: String(pageSize),
  }
}

function positive(text: string | undefined): number | null {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : null
}
