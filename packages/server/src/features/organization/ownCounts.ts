import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { countable } from './countable.ts'
import { livesAt, totalPlaces } from './totals.ts'

/** What of a model terminals are counted by. */
const columns = {
  model: sql`model.id`,
  vendor: sql`model.vendor_id`,
  category: sql`model.category_id`,
} as const

type By = keyof typeof columns

/** What {@link ownCounts} counts anew, for lists that may be sorted by it. */
export const ownlyCounted = {
  members: ['deviceCount'],
  seesAll: ({ principal }: Pick<Context, 'principal'>) => principal.scope.all,
}

/**
 * Rows of reference data, which everybody sees, with the number of terminals that the caller sees:
 * how many somebody else has is nobody's business.
 */
export const ownCounts =
  (by: By) =>
  async <R extends Counted>(ctx: Context, rows: readonly R[]): Promise<R[]> => {
    if (ownlyCounted.seesAll(ctx) || rows.length === 0) return [...rows]
    const ids = rows.map(({ id }) => id)
    const found = await countDevices(ctx, columns[by], ids)
    return rows.map((row) => ({ ...row, deviceCount: found.get(row.id) ?? 0 }))
  }

interface Counted {
  readonly id: string
  readonly deviceCount: number | null
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
