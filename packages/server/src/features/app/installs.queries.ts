import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { keptBy } from '../device/index.ts'
import { spreadAt } from '../organization/index.ts'

/** How many terminals that the reader sees have each of some packages: by the counts that are kept of them. */
export async function installsOf(
  ctx: Context,
  packages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (packages.length === 0) return new Map()
  const kinds = packages.map((name) => `APP ${name}`)
  const mine = await keptBy(ctx, undefined, {
    table: 'device_spread',
    columns: sql`kind, count`,
    at: (places) => spreadAt(places, ...kinds),
  })
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select kind, sum(count)::integer as count from ${mine} as spread
    where kind = any(${kinds}::text[]) group by 1`.execute(ctx.db)
  return new Map(rows.map(({ kind, count }) => [kind.slice('APP '.length), count]))
}
