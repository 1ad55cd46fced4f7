import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { countsAt, livesAt, totalPlaces } from '../../organization/index.ts'
import { estateOf, seesOwn } from './estate.queries.ts'

interface EstateCount {
  readonly total: number
  readonly online: number
  readonly byLifecycle: Record<string, number>
}

const tallied = sql`device_tally`
// Few enough to count: what one person made.
const counted = sql`(select *, 1 as count from device where deleted_at is null)`

/** How many terminals the caller sees, by life cycle, and how many of them are online. */
export async function countEstate(ctx: Context): Promise<EstateCount> {
  const { lives, online } = await sourcesOf(ctx)
  const { rows } = await sql<{ lifecycle: string | null; total: number }>`
    select lifecycle, sum(count)::bigint as total from ${lives} as life group by 1 having sum(count) > 0
    union all select null, coalesce(sum(count), 0)::bigint from ${online} as present`.execute(
    ctx.db,
  )
  const byLifecycle: Record<string, number> = {}
  let present = 0
  for (const { lifecycle, total } of rows)
    if (lifecycle === null) present = total
    else byLifecycle[lifecycle] = total
  const total = Object.values(byLifecycle).reduce((sum, count) => sum + count, 0)
  return { total, online: present, byLifecycle }
}

async function sourcesOf(ctx: Context) {
  const places = await totalPlaces(ctx, undefined)
  if (places)
    return {
      lives: livesAt(places),
      online: sql`(select count from ${countsAt(places)} as counted where measure = 'ONLINE')`,
    }
  const mine = await estateOf(ctx, undefined)
  return {
    lives: sql`(select lifecycle, count from ${seesOwn(ctx) ? counted : tallied} as tally where ${mine})`,
    online: sql`(select 1 as count from device where ${mine} and deleted_at is null
      and exists (select from device_online online where online.device_id = device.id))`,
  }
}
