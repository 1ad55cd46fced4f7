import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { totalPlaces, type TotalPlaces } from '../../organization/index.ts'
import { estateOf, ownApart, seesOwn } from './estate.queries.ts'

interface Kept {
  /** There is a view of its name and `_live` over the terminals themselves. */
  readonly table: 'device_spread' | 'estate_count'
  readonly columns: RawBuilder<unknown>
  /** What the totals of whole subtrees say. */
  readonly at: (places: TotalPlaces) => RawBuilder<unknown>
}

/** Counts that the writes keep, of what a caller sees below an organisation; of what he made himself, the few there are. */
export async function keptBy(
  ctx: Context,
  orgId: string | undefined,
  { table, columns, at }: Kept,
): Promise<RawBuilder<unknown>> {
  const places = await totalPlaces(ctx, orgId)
  if (places) return at(places)
  const live = sql.table(`${table}_live`)
  const apart = await ownApart(ctx, orgId)
  if (apart)
    return sql`(select ${columns} from ${at(apart.places)} as kept
      union all select ${columns} from ${live} as own where ${apart.own})`
  const from = seesOwn(ctx) ? live : sql.table(table)
  return sql`(select ${columns} from ${from} as kept where ${await estateOf(ctx, orgId)})`
}
