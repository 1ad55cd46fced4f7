import type { MapArea, MapCounts, MapLevel, mapStat, ReplyOf } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../../device/index.ts'
import type { EstateFilter } from '../asked.ts'

type Areas = ReplyOf<typeof mapStat.area>

interface Wanted extends EstateFilter {
  readonly level: MapLevel
  readonly day?: string | undefined
}

/** An answer names no more areas than a table and a map can show. */
const mostAreas = 1000

type Row = MapCounts &
  Omit<MapArea, 'areaId' | 'name'> & {
    readonly areaId: string | null
    readonly name: string | null
  }

/** Terminals by the outermost area of a kind that they stand in, now or at the end of a day. */
export async function terminalsByArea(ctx: Context, wanted: Wanted): Promise<Areas> {
  const { level, day } = wanted
  const counted = await countedBy(ctx, wanted)
  const { rows } = await sql<Row>`
    with recursive counted as materialized (${counted}),
      up as (select id as own, id, type, parent_id, 1 as steps from timezone_area
          where id in (select area_id from counted)
        union all select up.own, above.id, above.type, above.parent_id, up.steps + 1
          from up join timezone_area above on above.id = up.parent_id where up.steps < 20),
      -- What lies in it is what the list of terminals finds below it.
      shown as (select distinct on (own) own, id from up where type = ${level} order by own, steps desc)
    select area.id as area_id, area.name, area.iso2, sum(terminals)::integer as terminals, sum(online)::float8 as online,
      sum(alarmed)::integer as alarmed, sum(failing)::integer as failing,
      case when sum(located) > 0 then jsonb_build_object(
        'latitude', round(sum(latitude * located) / sum(located), 4), 'longitude', round(sum(longitude * located) / sum(located), 4)) end as at
    from counted left join shown on shown.own = counted.area_id left join timezone_area area on area.id = shown.id
    group by area.id having sum(terminals) > 0 order by sum(terminals) desc, area.name limit ${mostAreas}`.execute(
    ctx.db,
  )
  const known = await sql<{ firstDay: string | null; countedAt: string | null }>`
    select (select min(day)::text from stat_area_day) as first_day,
      ${day ? sql`null` : sql`(select at from stat_area_counted)`} as counted_at`.execute(ctx.db)
  const { firstDay = null, countedAt = null } = known.rows[0] ?? {}
  const areas = rows.flatMap((row) => (isNamed(row) ? [row] : []))
  return { areas, elsewhere: restOf(rows), firstDay, countedAt }
}

const isNamed = (row: Row): row is Row & MapArea => row.areaId !== null && row.name !== null

function restOf(rows: readonly Row[]): MapCounts {
  const rest = rows.find(({ areaId }) => areaId === null)
  const { terminals = 0, online = 0, alarmed = 0, failing = 0 } = rest ?? {}
  return { terminals, online, alarmed, failing }
}

/** What is kept of the areas, by the caller's scope and filter; of what somebody made himself no past is kept. */
async function countedBy(
  ctx: Context,
  { orgId, level: _, day, ...kind }: Wanted,
): Promise<RawBuilder<unknown>> {
  const mine = allOf([await estateOf(ctx, orgId), ...tallied(kind)])
  const figures = sql`area_id, terminals, online, alarmed, failing`
  const past = sql`select ${figures}, 0 as located, null::numeric as latitude, null::numeric as longitude`
  if (seesOwn(ctx))
    return day
      ? sql`${past} from stat_area_live where false`
      : sql`select ${figures}, located, latitude::numeric, longitude::numeric from stat_area_live where ${mine}`
  const now = sql`select ${figures}, located, latitude, longitude from stat_area where ${mine}`
  if (!day) return now
  // Where an area lies on the map is where its terminals are now.
  return sql`${past} from stat_area_day where day = ${day} and ${mine}
    union all select area_id, 0, 0, 0, 0, located, latitude, longitude from (${now}) as today`
}
