import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../../device/index.ts'
import { totalPlaces } from '../../organization/index.ts'
import type { EstateFilter } from '../asked.ts'
import { named, type Parts, ranked } from './parts.ts'

/** Terminals by the organisations that are shown of a filter. */
export async function byOrganization(ctx: Context, filter: EstateFilter): Promise<Parts> {
  const counts = await countsByOrganization(ctx, filter, sql`measure = 'LIFE'`)
  const { rows } = await sql<Parts['parts'][number] & { total: number }>`
    select id as key, name, sum(count)::bigint as count, with_below, sum(sum(count)) over ()::bigint as total
    from (${counts}) as counted group by id, name, with_below having sum(count) > 0
    order by count desc, name limit ${named}`.execute(ctx.db)
  const { others } = ranked(rows)
  return { parts: rows.map(({ total: _, ...part }) => part), others }
}

/**
 * Kept counts (`id`, `name`, `with_below`, `measure`, `value`, `count`) of the organisations below the
 * one that is asked for, each with everything below it, and of what is directly there. A caller whose
 * places are no subtrees is told each organisation for itself. LIFE has the life cycle as its value.
 */
export async function countsByOrganization(
  ctx: Context,
  { orgId, ...kind }: EstateFilter,
  wanted: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const places = await totalPlaces(ctx, orgId)
  if (!places || places.alone.length > 0) {
    const mine = allOf([await estateOf(ctx, orgId), ...tallied(kind)])
    return countedAlone(ctx, sql`${mine} and ${wanted}`)
  }
  const where = sql`${allOf([...places.filters, ...tallied(kind)])} and ${wanted}`
  const tops = sql`${[...places.below]}::uuid[]`
  return sql`
    with shown as (
        -- One place is shown by what lies below it, several are shown as they are.
        select id, name from organization
          where case when cardinality(${tops}) = 1 then parent_id = any(${tops}) else id = any(${tops}) end),
      below as (select place as id, measure, value, count from estate_total where ${where}
          and place in (select id from shown)
        union all select place, measure, value, delta from estate_pending where ${where}
          and place in (select id from shown))
    select shown.id, shown.name, true as with_below, measure, value, sum(below.count) as count
      from shown join below using (id) group by 1, 2, 4, 5
    union all ${countedAlone(ctx, sql`cardinality(${tops}) = 1 and org_id = any(${tops}) and ${where}`)}`
}

/** Each organisation without what is below it. */
function countedAlone(ctx: Context, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const [tallies, counts] = seesOwn(ctx)
    ? ['device_tally_live', 'estate_count_live']
    : ['device_tally', 'estate_count']
  return sql`select organization.id, organization.name, false as with_below, measure, value, sum(count) as count
    from (select * from (select *, 'LIFE' as measure, lifecycle as value from ${sql.table(tallies)}) as tally where ${where}) as kept
      join organization on organization.id = kept.org_id group by 1, 2, 4, 5
    union all select organization.id, organization.name, false, measure, value, sum(count)
    from (select * from (select *, '' as value from ${sql.table(counts)}) as counted where ${where}) as kept
      join organization on organization.id = kept.org_id group by 1, 2, 4, 5`
}

/** Terminals by the area of their organisations. */
export async function byArea(ctx: Context, { orgId, ...kind }: EstateFilter): Promise<Parts> {
  const where = allOf([await estateOf(ctx, orgId), ...tallied(kind)])
  const { rows } = await sql<{ key: string; name: string; count: number; total: number }>`
    select area.id as key, area.name, sum(tally.count)::bigint as count,
      sum(sum(tally.count)) over ()::bigint as total
    from (select org_id, count from ${tallyOf(ctx)} as kept where ${where}) as tally
      join organization on organization.id = tally.org_id join timezone_area area on area.id = organization.area_id
    group by 1, 2 having sum(tally.count) > 0 order by 3 desc, 2 limit ${named}`.execute(ctx.db)
  return ranked(rows)
}

const tallyOf = (ctx: Context) => (seesOwn(ctx) ? sql`device_tally_live` : sql`device_tally`)
