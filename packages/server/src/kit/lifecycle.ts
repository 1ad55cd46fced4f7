import { type Call, codes, columnsOf, type Recyclable } from '@muster/contract'
import type { Context } from './context.ts'
import { alive, inBin, matchingIn, type Searched } from './matchingRows.ts'
import { type Condition, type PageQuery, pageRows, type Row } from './page.ts'
import { listRows } from './pickerRows.ts'
import type { Bin } from './recycleBin.ts'
import { Refusal } from './refusal.ts'
import type { Changes, Fitting, Stored } from './record.ts'
import type { Handlers } from './serve.ts'

export interface LifecycleOptions extends Searched {
  /** Columns that order a list where the caller names none. */
  readonly order: readonly string[]
  /** Members of a row that are worked out: no list is sorted by them. */
  readonly computed?: readonly string[]
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

/** Reads a page of the records on one side of the bin. */
function pagesOf(calls: LifecycleCalls, bin: AnyBin, options: LifecycleOptions) {
  const source = { view: bin.view, order: options.order, sortable: sortableIn(calls, options) }
  const matching = matchingIn(calls, bin, options)
  return async (ctx: Context, state: Condition, query: Row) => {
    refuseSort(ctx, query, bin)
    const from = { ...source, conditions: [state, ...(await matching(ctx, query))] }
    // Every page call's query has the paging members (contract core/page.ts).
    const rows = await pageRows<Stored>(ctx, from, query as unknown as PageQuery)
    return { ...rows, list: await bin.show(ctx, rows.list) }
  }
}

function refuseSort(ctx: Context, { sortField }: Row, { counted }: AnyBin): void {
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
