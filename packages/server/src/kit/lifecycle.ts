import {
  type Call,
  codes,
  columnsOf,
  notColumns,
  type Recyclable,
  textFilters,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { countStates } from './countStates.ts'
import {
  type Condition,
  contains,
  equals,
  isWithin,
  type PageQuery,
  pageRows,
  type Row,
} from './page.ts'
import { keywordOf, listRows } from './pickerRows.ts'
import type { Bin } from './recycleBin.ts'
import { Refusal } from './refusal.ts'
import type { Changes, Fitting, Stored } from './record.ts'
import type { Handlers } from './serve.ts'
import { spansOf } from '../platform/spans.ts'

export interface LifecycleOptions {
  /** Columns that a keyword is looked for in; the first two name a record in pickers. */
  readonly search: readonly [name: string, ...others: string[]]
  /** How a page is searched for a keyword, where it is not by looking into those columns row by row. */
  readonly words?: (ctx: Context, word: string) => Promise<Condition>
  /** Columns that order a list where the caller names none. */
  readonly order: readonly string[]
  /** Members of a row that are worked out: no list is sorted by them. */
  readonly computed?: readonly string[]
  /** Members that are counted anew for whoever does not see all: the order by what is kept would tell him the rest. */
  readonly counted?: {
    readonly members: readonly string[]
    readonly seesAll: (ctx: Context) => boolean
  }
  /** Filters that ask for more than a column of their name. */
  readonly filters?: Readonly<Record<string, (value: unknown, ctx: Context) => Condition>>
}

type AnyBin = Bin<Stored & Row, Row>
type LifecycleCalls = { readonly [K in keyof Recyclable]: Call }

/**
 * Handlers for the whole record life cycle; a feature replaces those that its rules change.
 * @param typed does not compile where a form or a row names what the bin's table has no column for
 */
export function lifecycle<
  G extends LifecycleCalls & Pick<Recyclable, 'page' | 'add'>,
  R extends Stored,
  N,
>(
  calls: G,
  typed: Bin<R, N> & Fitting<G, R, N>,
  options: LifecycleOptions,
): Pick<Handlers<G>, keyof Recyclable> {
  // Which of the types have been matched above; what follows works for any of them.
  const bin = typed as unknown as AnyBin
  const page = pagesOf(calls, bin, options)
  const count = async (ids: Promise<readonly string[]>) => ({ count: (await ids).length })

  const handlers: Handlers<Recyclable> = {
    page: ({ query }, ctx) => page(ctx, alive, query),
    recyclePage: ({ query }, ctx) => page(ctx, inBin, query),
    list: ({ query }, ctx) => listRows(ctx, bin, { query, search: options.search }),
    detail: ({ params }, ctx) => bin.find(ctx, params.id),
    add: ({ body }, ctx) => bin.add(ctx, body),
    // Every update call's body names the record and its version (contract core/recyclable.ts).
    update: ({ body }, ctx) => bin.update(ctx, body as unknown as Changes<Row>),
    setStatus: ({ params }, ctx) => count(bin.setStatus(ctx, [params.id], Number(params.status))),
    setStatusMany: ({ params, body }, ctx) =>
      count(bin.setStatus(ctx, body.ids, Number(params.status))),
    remove: ({ params }, ctx) => count(bin.remove(ctx, [params.id])),
    removeMany: ({ body }, ctx) => count(bin.remove(ctx, body.ids)),
    revert: ({ params }, ctx) => count(bin.revert(ctx, [params.id])),
    revertMany: ({ body }, ctx) => count(bin.revert(ctx, body.ids)),
    revertAll: (_, ctx) => count(bin.revert(ctx, 'all')),
    destroy: ({ params }, ctx) => count(bin.destroy(ctx, [params.id])),
    destroyMany: ({ body }, ctx) => count(bin.destroy(ctx, body.ids)),
    clear: (_, ctx) => count(bin.destroy(ctx, 'all')),
  }
  // The rows' columns are the view's; the reply's schema keeps what it names (edge/reply.ts).
  return handlers
}

/** How many living records that a list shows are in each of these states. */
export function statesOf<S extends string>(
  calls: Pick<Recyclable, 'page'>,
  bin: Pick<AnyBin, 'view' | 'scope'>,
  options: LifecycleOptions,
) {
  const matching = matchingIn(calls, bin, options)
  return async (ctx: Context, query: Row, states: readonly S[]): Promise<Record<S, number>> => {
    const asked = new Map<S, readonly Condition[]>()
    for (const state of states) asked.set(state, await matching(ctx, { ...query, state }))
    return countStates(ctx, {
      view: bin.view,
      states,
      matching: (state) => [alive, ...(asked.get(state) ?? [])],
    })
  }
}

/** What of the records the caller sees and a query asks for. */
function matchingIn(
  calls: { readonly page: Call },
  bin: Pick<AnyBin, 'scope'>,
  options: LifecycleOptions,
) {
  const texts = textFilters(calls.page)
  return async (ctx: Context, query: Row): Promise<Condition[]> => [
    bin.scope.rows(ctx.principal),
    ...filtersOf(query, texts, (key, value) => options.filters?.[key]?.(value, ctx)),
    ...spansOf(query),
    ...(await wordsOf(ctx, query, options)),
  ]
}

/** Reads a page of the records on one side of the bin. */
function pagesOf(calls: LifecycleCalls, bin: AnyBin, options: LifecycleOptions) {
  const source = { view: bin.view, order: options.order, sortable: sortableIn(calls, options) }
  const matching = matchingIn(calls, bin, options)
  return async (ctx: Context, state: Condition, query: Row) => {
    refuseSort(ctx, query, options)
    const from = { ...source, conditions: [state, ...(await matching(ctx, query))] }
    // Every page call's query has the paging members (contract core/page.ts).
    const rows = await pageRows<Stored>(ctx, from, query as unknown as PageQuery)
    return { ...rows, list: await bin.show(ctx, rows.list) }
  }
}

async function wordsOf(ctx: Context, query: Row, { search, words }: LifecycleOptions) {
  const { keyword } = query
  if (words === undefined || typeof keyword !== 'string') return keywordOf(query, search)
  return keyword.trim() ? [await words(ctx, keyword.trim())] : []
}

function refuseSort(ctx: Context, { sortField }: Row, { counted }: LifecycleOptions): void {
  if (
    typeof sortField === 'string' &&
    counted?.members.includes(sortField) &&
    !counted.seesAll(ctx)
  )
    throw new Refusal(codes.badRequest, 'refusal.countSort')
}

function sortableIn({ recyclePage }: LifecycleCalls, { computed = [] }: LifecycleOptions) {
  const members = new Set(columnsOf(recyclePage))
  for (const member of computed) members.delete(member)
  return members
}

const alive = sql<SqlBool>`deleted_at is null`
const inBin = sql<SqlBool>`deleted_at is not null`

type Own = (key: string, value: unknown) => Condition | undefined

/**
 * Each filter member is a column of the same name: text matches when contained, an organisation with
 * those below it, the rest when equal.
 */
function filtersOf(query: Row, texts: ReadonlySet<string>, own: Own): Condition[] {
  return Object.entries(query)
    .filter(([key, value]) => !notColumns.has(key) && value !== undefined && value !== '')
    .map(([key, value]) => {
      const asked = own(key, value)
      if (asked) return asked
      if (key === 'orgId') return isWithin(String(value))
      return texts.has(key) ? contains(key, String(value)) : equals(key, value)
    })
}
