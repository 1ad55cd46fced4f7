import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { estateOf, seesOwn } from './estate.queries.ts'

interface EstateCount {
  readonly total: number
  readonly online: number
  readonly byLifecycle: Record<string, number>
}

const tallied = sql`select lifecycle, sum(count)::bigint as total from device_tally`
// Few enough to count: what one person made.
const counted = sql`select lifecycle, sum(count)::bigint as total
  from (select *, 1 as count from device where deleted_at is null) as own`

/** How many terminals the caller sees: by life cycle from the tally, online from the small set of these. */
export async function countEstate(ctx: Context): Promise<EstateCount> {
  const mine = await estateOf(ctx, undefined)
  const { rows } = await sql<{
    lifecycle: string
    total: number
  }>`${seesOwn(ctx) ? counted : tallied} where ${mine}
    group by lifecycle having sum(count) > 0`.execute(ctx.db)
  const byLifecycle = Object.fromEntries(rows.map(({ lifecycle, total }) => [lifecycle, total]))
  const total = rows.reduce((sum, row) => sum + row.total, 0)
  return { total, online: await countOnline(ctx, mine), byLifecycle }
}

async function countOnline(ctx: Context, mine: Condition): Promise<number> {
  const all = sql`select count(*) as online from device_online`
  const some = sql`select count(*) as online from device_online online
    join device on device.id = online.device_id where ${mine} and deleted_at is null`
  const { rows } = await sql<{ online: number }>`${ctx.principal.scope.all ? all : some}`.execute(
    ctx.db,
  )
  return rows[0]?.online ?? 0
}
