import { codes, columnsOf, countCap, devices, pictureMembers, standMembers } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import {
  estateOf,
  type EstateQuery,
  isWalked,
  search,
  searched,
  seesOwn,
  tallied,
  tally,
  walk,
} from './estate.queries.ts'
import { countPresent } from './count.queries.ts'
import { isKept, walkOrder } from './order.queries.ts'
import { windowOf } from './estate.rules.ts'
import { type BinDevice, rowsOf } from './rows.queries.ts'

interface EstatePage {
  readonly list: BinDevice[]
  readonly total: number
  readonly capped?: boolean
  readonly pageNum: number
  readonly pageSize: number
}

const isAlive = sql<SqlBool>`deleted_at is null`
const isInBin = sql<SqlBool>`deleted_at is not null`

/** More terminals than this are shown in an order that an index keeps, or in none. */
const sortCap = 50_000

// How terminals stand is found out row by row: to put a list in its order would find it out for all that match.
const sortable = new Set(
  [...columnsOf(devices.recyclePage)].filter(
    (column) => !standMembers().has(column) && !pictureMembers().has(column),
  ),
)

/** A page of living terminals. Without a search its total is exact, and yet never counted. */
export async function pageAlive(ctx: Context, query: EstateSearch): Promise<EstatePage> {
  requireColumn(query)
  const where = [await estateOf(ctx, query.orgId), ...tallied(query)]
  const more = await searched(ctx, query)
  if (more.length > 0 || seesOwn(ctx)) {
    // Presence alone is counted by the writes, which tells without counting that it is many.
    const total = query.total ?? (more.length === 1 ? await countPresent(ctx, query) : null)
    const conditions = [isAlive, ...where, ...more]
    return pageSearched(ctx, { ...query, total }, { conditions, find: inOrder })
  }
  const { pageNum, pageSize } = query
  const total = await tally(ctx, query)
  requireSortable(query, total, inOrder)
  const window = windowOf(query, total)
  const find = isLong(total) ? inOrder : walk
  const list = window
    ? await rowsOf(
        ctx,
        await find(ctx, { conditions: [isAlive, ...where], isSearch: false, window, query }),
        query,
      )
    : []
  return { list, total, pageNum, pageSize }
}

/** A page of the recycle bin. */
export async function pageInBin(ctx: Context, query: EstateQuery): Promise<EstatePage> {
  requireColumn(query)
  const where = [
    await estateOf(ctx, query.orgId),
    ...tallied(query),
    ...(await searched(ctx, query)),
  ]
  // The indexes of the orders are of living terminals.
  return pageSearched(ctx, query, { conditions: [isInBin, ...where], find: walk })
}

type Find = typeof walkOrder

interface EstateSearch extends EstateQuery {
  /** How many match, where it is known: then no more than these are counted. */
  readonly total?: number | null
}

interface Search {
  readonly conditions: readonly Condition[]
  /** Finds a page of more than are counted. */
  readonly find: Find
}

/** A page whose total is counted, up to the cap. */
async function pageSearched(
  ctx: Context,
  query: EstateSearch,
  { conditions, find }: Search,
): Promise<EstatePage> {
  const { pageNum, pageSize } = query
  const window = { fromEnd: false, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const isKnownLong = (query.total ?? 0) > countCap
  const found = isKnownLong ? null : await search(ctx, { conditions, window, query })
  const capped = !found || found.total > countCap
  requireSortable(query, capped ? Number.POSITIVE_INFINITY : found.total, find)
  const ids = capped ? await find(ctx, { conditions, isSearch: true, window, query }) : found.ids
  const total = capped ? countCap : found.total
  return { list: await rowsOf(ctx, ids, query), total, capped, pageNum, pageSize }
}

function requireColumn({ sortField }: EstateQuery): void {
  if (sortField !== undefined && !sortable.has(sortField))
    throw new Refusal(codes.badRequest, 'refusal.unknownSort')
}

const isLong = (matching: number): boolean => matching > sortCap

/** A page of many, in an order that an index keeps. */
const inOrder: Find = (ctx, wanted) =>
  isKept(wanted.query.sortField) ? walkOrder(ctx, wanted) : walk(ctx, wanted)

/** `matching`: how many, or infinitely many beyond what is counted. */
function requireSortable({ sortField }: EstateQuery, matching: number, find: Search['find']): void {
  const isOrdered = isWalked(sortField) || (find === inOrder && isKept(sortField))
  if (!isOrdered && isLong(matching))
    throw new Refusal(codes.warning, 'device.narrowToSort', {
      params: { limit: Number.isFinite(matching) ? sortCap : countCap },
    })
}
