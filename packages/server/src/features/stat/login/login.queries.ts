import {
  countCap,
  type LoginSession,
  type logins,
  type LoginTrend,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, equals } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../../device/index.ts'
import { type LogPage, logPage, spanOf } from '../../log/index.ts'
import { connectionsAt, totalPlaces } from '../../organization/index.ts'
import { gridOf } from './grid.rules.ts'

type Query = ParsedOf<typeof logins.page>['query']

/** Whose connections, where they were then, and of which time. */
export interface LoginCut {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly orgId?: string | undefined
  readonly modelId?: string | undefined
}

/** What a caller sees of the connections, where they were when they began. */
export async function loginsOf(
  ctx: Context,
  { orgId, modelId }: Omit<LoginCut, 'from' | 'to'>,
): Promise<Condition[]> {
  return [await estateOf(ctx, orgId), ...(modelId ? [equals('modelId', modelId)] : [])]
}

const serial = (sn: string) =>
  sql<SqlBool>`device_id = any(array(select device.id from device where device.sn = ${sn}))`

/** One page of connections, those that began last first. Who walks through all of them has them counted once. */
export async function loginPage(
  ctx: Context,
  query: Query & { readonly total?: number },
): Promise<LogPage<LoginSession>> {
  const { sn, deviceId, ip, reason, protocol, keyword } = query
  const span = spanOf(query, ctx.now())
  const number = sn ?? (keyword ? keyword.toUpperCase() : undefined)
  const filters = [
    ...(number ? [serial(number)] : []),
    ...(deviceId ? [equals('deviceId', deviceId)] : []),
    ...(ip ? [equals('ip', ip)] : []),
    ...(protocol ? [equals('protocol', protocol)] : []),
    ...(reason === 'OPEN' ? [sql<SqlBool>`disconnected_at is null`] : []),
    ...(reason && reason !== 'OPEN' ? [equals('reason', reason)] : []),
  ]
  const isKept = query.total === undefined && filters.length === 0
  const total = isKept ? await beyondCap(ctx, { ...query, ...span }) : query.total
  const source = {
    table: 'login_session',
    view: 'login_session_row',
    span,
    query: { ...query, total },
  }
  return logPage(ctx, source, [...(await loginsOf(ctx, query)), ...filters])
}

/** How many began in the whole hours of a span, where those alone are more than a list counts. */
async function beyondCap(
  ctx: Context,
  { from, to, ...cut }: LoginCut & Pick<LoginTrend, 'from' | 'to'>,
): Promise<number | undefined> {
  const kept = await keptOf(ctx, cut)
  if (!kept) return undefined
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from ${kept} as told where measure = 'CONNECT'
      and hour >= ${from} and hour < date_trunc('hour', ${to}::timestamptz, 'UTC')`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  return total > countCap ? total : undefined
}

/** How many connections began in each hour or day, and how they ended. */
export async function loginTrend(ctx: Context, cut: LoginCut): Promise<LoginTrend> {
  const grid = gridOf(spanOf(cut, ctx.now()))
  const step = sql.lit(grid.grain === 'HOUR' ? 'hour' : 'day')
  const source = await sourceOf(ctx, cut)
  const { rows } = await sql<{ at: string; measure: string; count: number }>`
    select date_trunc(${step}, hour, 'UTC') as at, measure, sum(count)::bigint as count
    from ${source} as told where hour >= ${grid.from} and hour < ${grid.to}
    group by 1, 2 having sum(count) <> 0 order by 1`.execute(ctx.db)
  const begun = new Map<number, number>()
  const ends = new Map<string, number>()
  for (const { at, measure, count } of rows)
    if (measure === 'CONNECT') begun.set(new Date(at).getTime(), count)
    else ends.set(measure, (ends.get(measure) ?? 0) + count)
  const points = grid.steps.map((at) => ({
    at: new Date(at).toISOString(),
    connects: begun.get(at) ?? 0,
  }))
  const connects = points.reduce((sum, point) => sum + point.connects, 0)
  const ended = [...ends.values()].reduce((sum, count) => sum + count, 0)
  return {
    from: grid.from,
    to: grid.to,
    grain: grid.grain,
    points,
    connects,
    ends: [...ends]
      .map(([reason, count]) => ({ reason, count }))
      .sort((one, other) => other.count - one.count),
    open: connects - ended,
  }
}

/** Connections of whole subtrees: they are kept. */
async function keptOf(ctx: Context, { orgId, modelId }: LoginCut) {
  const places = await totalPlaces(ctx, orgId)
  return (
    places && connectionsAt({ ...places, filters: [...places.filters, ...tallied({ modelId })] })
  )
}

/** What somebody made himself is asked of the connections, and several scopes at once by organisation and model. */
async function sourceOf(ctx: Context, cut: LoginCut) {
  const kept = await keptOf(ctx, cut)
  if (kept) return kept
  const where = allOf(await loginsOf(ctx, cut))
  const table = sql.table(seesOwn(ctx) ? 'login_hourly_live' : 'login_hourly')
  return sql`(select hour, measure, count from ${table} as kept where ${where})`
}
