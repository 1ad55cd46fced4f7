import { codes, columnsOf, countCap, devices } from '@muster/contract'
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

const sortable = columnsOf(devices.recyclePage)

/** A page of living terminals. Without a search its total is exact, and yet never counted. */
export async function pageAlive(ctx: Context, query: EstateQuery): Promise<EstatePage> {
  requireColumn(query)
  const where = [await estateOf(ctx, query.orgId), ...tallied(query)]
  const more = searched(query)
  if (more.length > 0 || seesOwn(ctx)) return pageSearched(ctx, query, [isAlive, ...where, ...more])
  const { pageNum, pageSize } = query
  const total = await tally(ctx, where)
  requireSortable(query, total)
  const window = windowOf(query, total)
  const list = window
    ? await rowsOf(ctx, await walk(ctx, { conditions: [isAlive, ...where], window, query }))
    : []
  return { list, total, pageNum, pageSize }
}

/** A page of the recycle bin. */
export async function pageInBin(ctx: Context, query: EstateQuery): Promise<EstatePage> {
  requireColumn(query)
  const where = [await estateOf(ctx, query.orgId), ...tallied(query), ...searched(query)]
  return pageSearched(ctx, query, [isInBin, ...where])
}

/** A page whose total is counted, up to the cap. */
async function pageSearched(
  ctx: Context,
  query: EstateQuery,
  conditions: readonly Condition[],
): Promise<EstatePage> {
  const { pageNum, pageSize } = query
  const window = { fromEnd: false, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const found = isLong(query) ? null : await search(ctx, { conditions, window, query })
  const capped = !found || found.total > countCap
  requireSortable(query, capped ? Number.POSITIVE_INFINITY : found.total)
  const ids = capped ? await walk(ctx, { conditions, window, query }) : found.ids
  const total = capped ? countCap : found.total
  return { list: await rowsOf(ctx, ids), total, capped, pageNum, pageSize }
}

/** An export has counted with its first page, and found more than are counted. */
const isLong = (query: EstateQuery & { readonly total?: number }): boolean =>
  (query.total ?? 0) > countCap

function requireColumn({ sortField }: EstateQuery): void {
  if (sortField !== undefined && !sortable.has(sortField))
    throw new Refusal(codes.badRequest, 'refusal.unknownSort')
}

function requireSortable({ sortField }: EstateQuery, matching: number): void {
  if (!isWalked(sortField) && matching > sortCap)
    throw new Refusal(codes.warning, 'device.narrowToSort', { params: { limit: sortCap } })
}
