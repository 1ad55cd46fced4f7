import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf } from '../../kit/page.ts'
import { estateOf, ownApart, seesOwn, tallied } from '../device/index.ts'
import {
  countsAt,
  factsAt,
  livesAt,
  movesAt,
  presentAt,
  spreadAt,
  toldAt,
  totalPlaces,
  type TotalPlaces,
  usesAt,
} from '../organization/index.ts'

/** What totals and counts of terminals one by one tell alike. */
const alike: Partial<Record<Kept, RawBuilder<unknown>>> = {
  device_tally: sql`lifecycle, model_id, count`,
  device_spread: sql`kind, value, model_id, count`,
  estate_count: sql`measure, model_id, count`,
  told_count: sql`measure, model_id, count`,
}

/** What a card is filtered by. */
export interface EstateFilter {
  readonly orgId?: string | undefined
  readonly vendorId?: string | undefined
  readonly modelId?: string | undefined
}

/**
 * Counts that are kept beforehand; each has a view of its name and `_live` over the terminals
 * themselves. `told_count` are the steps of what terminals tell, `online_level` is what the
 * differences of `online_hour` lead to; `stat_own` is what happened, `app_use_own` how applications
 * were used.
 */
export type Kept =
  | 'device_tally'
  | 'device_spread'
  | 'estate_count'
  | 'told_count'
  | 'online_hour'
  | 'online_level'
  | 'stat_own'
  | 'app_use_own'

/** Rows of kept counts: those of the caller, by his filter. `kinds` are what a spread is asked for. */
export type Asked = (kept: Kept, ...kinds: readonly string[]) => RawBuilder<unknown>

/**
 * Where a caller's figures come from. Most are read from the totals of whole subtrees; several
 * scopes at once, and what has no totals, from the counts by organisation and model. What somebody
 * made himself is few enough to be asked of the terminals.
 */
export async function askedBy(ctx: Context, { orgId, ...filter }: EstateFilter): Promise<Asked> {
  const places = await totalPlaces(ctx, orgId)
  const filters = tallied(filter)
  const mine = allOf([await estateOf(ctx, orgId), ...filters])
  const live = seesOwn(ctx) ? '_live' : ''
  const asOrganizations = (kept: Kept) =>
    sql`(select * from ${sql.table(`${kept}${live}`)} as kept where ${mine})`
  const apart = places ? null : await ownApart(ctx, orgId)
  if (apart) {
    const { own, places: seen } = apart
    const cut = { ...seen, filters: [...seen.filters, ...filters] }
    return (kept, ...kinds) => {
      const columns = alike[kept]
      const totals = columns && totalsIn(cut, kept, kinds)
      if (!totals) return asOrganizations(kept)
      const beside = sql`${sql.table(`${kept}_live`)} as own where ${allOf([own, ...filters])}`
      return sql`(select ${columns} from ${totals} as kept union all select ${columns} from ${beside})`
    }
  }
  if (!places) return asOrganizations
  const cut = { ...places, filters: [...places.filters, ...filters] }
  return (kept, ...kinds) => totalsIn(cut, kept, kinds) ?? asOrganizations(kept)
}

/** Null where no totals tell it. */
function totalsIn(places: TotalPlaces, kept: Kept, kinds: readonly string[]) {
  if (kept === 'device_tally') return livesAt(places)
  if (kept === 'estate_count') return countsAt(places)
  if (kept === 'told_count') return toldAt(places)
  if (kept === 'stat_own') return factsAt(places)
  if (kept === 'app_use_own') return usesAt(places)
  if (kept === 'device_spread' && kinds.length > 0 && !kinds.includes('ACTIVATED'))
    return spreadAt(places, ...kinds)
  if (places.filters.length > 0) return null
  if (kept === 'online_hour') return movesAt(places)
  if (kept === 'online_level') return presentAt(places)
  return kinds.length === 0 ? null : spreadAt(places, ...kinds)
}
