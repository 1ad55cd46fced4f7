import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { estateOf, seesOwn } from '../device/index.ts'
import { spreadAt, totalPlaces } from '../organization/index.ts'

/** How many terminals that the reader sees have each of some packages: by the counts that are kept of them. */
export async function installsOf(
  ctx: Context,
  packages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (packages.length === 0) return new Map()
  const kinds = packages.map((name) => `APP ${name}`)
  const places = await totalPlaces(ctx, undefined)
  const kept = sql.table(seesOwn(ctx) ? 'device_spread_live' : 'device_spread')
  const mine = places
    ? spreadAt(places, ...kinds)
    : sql`(select * from ${kept} as kept where ${await estateOf(ctx, undefined)})`
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select kind, sum(count)::integer as count from ${mine} as spread
    where kind = any(${kinds}::text[]) group by 1`.execute(ctx.db)
  return new Map(rows.map(({ kind, count }) => [kind.slice('APP '.length), count]))
}
