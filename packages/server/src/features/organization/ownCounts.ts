import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Row } from '../../kit/page.ts'
import type { Bin } from '../../kit/recycleBin.ts'
import { countable } from './countable.ts'
import { livesAt, totalPlaces } from './totals.ts'

/** What of a model terminals are counted by. */
const columns = {
  model: sql`model.id`,
  vendor: sql`model.vendor_id`,
  category: sql`model.category_id`,
} as const

type By = keyof typeof columns

/**
 * Rows of reference data, which everybody sees, with the number of terminals that the caller sees:
 * how many somebody else has is nobody's business.
 */
export async function ownCounts<R extends Row>(
  ctx: Context,
  by: By,
  rows: readonly R[],
): Promise<R[]> {
  if (ctx.principal.scope.all || rows.length === 0) return [...rows]
  const found = await countDevices(
    ctx,
    columns[by],
    rows.map(({ id }) => String(id)),
  )
  return rows.map((row) => ({ ...row, deviceCount: found.get(String(row['id'])) ?? 0 }))
}

async function countDevices(ctx: Context, column: RawBuilder<unknown>, ids: readonly string[]) {
  const places = await totalPlaces(ctx, undefined)
  const { rows } = await sql<{
    id: string
    total: number
  }>`select ${column} as id, sum(tally.count)::bigint as total
    from ${places ? livesAt(places) : tallyOf(ctx)} tally join model on model.id = tally.model_id
    where ${column} = any(${[...ids]}::uuid[])
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

function tallyOf({ principal }: Context): RawBuilder<unknown> {
  const { source, mine } = countable(principal)
  return sql`(select tally.model_id, tally.count from ${source} tally where ${mine})`
}

/** A bin of reference data whose single records carry {@link ownCounts}. */
export function countingOwn(bin: Bin, by: By): Bin {
  const own = async (ctx: Context, row: Row): Promise<Row> =>
    (await ownCounts(ctx, by, [row]))[0] ?? row
  return {
    ...bin,
    find: async (ctx, id) => own(ctx, await bin.find(ctx, id)),
    add: async (ctx, values) => own(ctx, await bin.add(ctx, values)),
    update: async (ctx, values) => own(ctx, await bin.update(ctx, values)),
  }
}
