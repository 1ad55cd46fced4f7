import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../../device/index.ts'
import { totalPlaces } from '../../organization/index.ts'
import type { EstateFilter } from '../asked.ts'
import { named, type Parts, ranked } from './parts.ts'

/**
 * Terminals by the organisations below the one that is asked for, each with everything below it, and
 * by those that are directly there. A caller whose places are no subtrees is told each organisation
 * for itself.
 */
export async function byOrganization(ctx: Context, filter: EstateFilter): Promise<Parts> {
  const { orgId, ...kind } = filter
  const places = await totalPlaces(ctx, orgId)
  if (!places || places.alone.length > 0) return byEach(ctx, filter)
  const where = allOf([...places.filters, ...tallied(kind)])
  const tops = sql`${[...places.below]}::uuid[]`
  const { rows } = await sql<Parts['parts'][number] & { total: number }>`
    with shown as (
        -- One place is shown by what lies below it, several are shown as they are.
        select id, name, true as with_below from organization
          where case when cardinality(${tops}) = 1 then parent_id = any(${tops}) else id = any(${tops}) end),
      below as (select place as id, count from estate_total where measure = 'LIFE' and ${where}
          and place in (select id from shown)
        union all select place, delta from estate_pending where measure = 'LIFE' and ${where}
          and place in (select id from shown)),
      counted as (select shown.id, shown.name, true as with_below, sum(below.count) as count
          from shown join below using (id) group by 1, 2
        union all select organization.id, organization.name, false, sum(tally.count)
          from device_tally tally join organization on organization.id = tally.org_id
          where cardinality(${tops}) = 1 and tally.org_id = any(${tops}) and ${where} group by 1, 2)
    select id as key, name, count::bigint as count, with_below, sum(count) over ()::bigint as total
    from counted where count > 0 order by count desc, name limit ${named}`.execute(ctx.db)
  const { others } = ranked(rows)
  return { parts: rows.map(({ total: _, ...part }) => part), others }
}

/** Each organisation without what is below it. */
async function byEach(ctx: Context, { orgId, ...kind }: EstateFilter): Promise<Parts> {
  const where = allOf([await estateOf(ctx, orgId), ...tallied(kind)])
  const { rows } = await sql<Parts['parts'][number] & { total: number }>`
    select organization.id as key, organization.name, sum(tally.count)::bigint as count, false as with_below,
      sum(sum(tally.count)) over ()::bigint as total
    from (select org_id, count from ${tallyOf(ctx)} as kept where ${where}) as tally
      join organization on organization.id = tally.org_id
    group by 1, 2 having sum(tally.count) > 0 order by 3 desc, 2 limit ${named}`.execute(ctx.db)
  const { others } = ranked(rows)
  return { parts: rows.map(({ total: _, ...part }) => part), others }
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
