import type { MapStation, mapStat, ReplyOf } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { estateOf, stationScope, tallied } from '../../device/index.ts'
import type { EstateFilter } from '../asked.ts'

type Fences = ReplyOf<typeof mapStat.fence>

/** Stations that one answer names of each kind. */
const mostStations = 200

type Row = MapStation & { readonly all: number }

/** Stations whose terminals have left their fence, and stations that have no terminals. */
export async function stationsInTrouble(ctx: Context, filter: EstateFilter): Promise<Fences> {
  const left = await shown(ctx, await outsideOf(ctx, filter), sql`outside desc, name`)
  const bare = await shown(ctx, bareOf(ctx, filter), sql`name, station_id`)
  return { outside: left.all, left: left.stations, empty: bare.all, bare: bare.stations }
}

/** By the index of who is outside: these are few. */
async function outsideOf(ctx: Context, { orgId, ...kind }: EstateFilter) {
  const mine = allOf([await estateOf(ctx, orgId), ...tallied(kind)])
  return sql`select station_id, count(*) as outside
    from (select id from device where deleted_at is null and ${mine}
        and id in (select device_id from device_fence where state = 'OUT')) as device
      join device_fence fenced on fenced.device_id = device.id group by 1`
}

/** As the list of stations says that they have none. */
const bareOf = ({ principal }: Context, { orgId }: EstateFilter) => sql`
  select station.id as station_id, 0 as outside
  from (select id from station where deleted_at is null and ${stationScope.rows(principal)}
      ${orgId ? sql`and org_id in (select own.id from organization own join organization above on own.path <@ above.path where above.id = ${orgId})` : sql``}) as station
    left join station_tally tally on tally.station_id = station.id
  where coalesce(tally.count, 0) = 0`

async function shown(ctx: Context, found: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    with found as materialized (${found}),
      named as (select found.station_id, station.name, found.outside, station.org_id, station.area_id,
        station.latitude, station.longitude from found join station on station.id = found.station_id
        order by ${order} limit ${mostStations})
    select named.station_id, named.name, place.name as org_name, area.name as area_name, named.latitude, named.longitude,
      named.outside::integer as outside,
      (select coalesce(sum(greatest(found.outside, 1)), 0) from found)::integer as all
    from named join organization place on place.id = named.org_id join timezone_area area on area.id = named.area_id
    order by ${order}`.execute(ctx.db)
  return {
    all: rows[0]?.all ?? 0,
    stations: rows.map(({ all: _, ...station }) => station),
  }
}
