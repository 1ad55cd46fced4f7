import { countCap, type devices, type ParsedOf, type ReplyOf } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { countsAt, livesAt, totalPlaces, type TotalPlaces } from '../../organization/index.ts'
import {
  estateOf,
  type EstateQuery,
  ownApart,
  searched,
  seesOwn,
  tallied,
} from './estate.queries.ts'
import { hasState, isOnline } from './presenceIs.ts'

type CountQuery = ParsedOf<(typeof devices)['count']>['query']
type EstateCount = ReplyOf<(typeof devices)['count']>

const tally = sql`device_tally`
// Few enough to count: what one person made.
const counted = sql`(select *, 1 as count from device where deleted_at is null)`
const isAlive = sql<SqlBool>`deleted_at is null`

/**
 * How many terminals match of those that the caller sees, by life cycle and by presence. The whole
 * estate is never counted: writes keep its counts; of a search no more is counted than of a page.
 */
export async function countEstate(ctx: Context, query: CountQuery): Promise<EstateCount> {
  const narrowed = [...tallied(query), ...(await searched(ctx, query))]
  return narrowed.length > 0 ? countFound(ctx, query, narrowed) : countKept(ctx, query.orgId)
}

interface Found {
  readonly lifecycle: string
  readonly total: number
  readonly online: number
  readonly offline: number
  readonly alarmed: number
}

/** What a search finds is counted up to the cap; beyond it nobody knows of which kind the others are. */
async function countFound(
  ctx: Context,
  { orgId }: CountQuery,
  narrowed: readonly Condition[],
): Promise<EstateCount> {
  const conditions = [isAlive, await estateOf(ctx, orgId), ...narrowed]
  const { rows } = await sql<Found>`
    with found as materialized (select id, lifecycle from device
      where ${allOf(conditions)} limit ${countCap + 1})
    select lifecycle, count(*) as total, count(*) filter (where ${isOnline}) as online,
      count(*) filter (where ${hasState} and not ${isOnline}) as offline,
      count(*) filter (where exists (select from alarm where alarm.device_id = device.id
        and alarm.closed_at is null)) as alarmed
    from found as device group by lifecycle`.execute(ctx.db)
  const total = rows.reduce((sum, row) => sum + row.total, 0)
  if (total > countCap)
    return {
      total: countCap,
      capped: true,
      online: null,
      offline: null,
      alarmed: null,
      byLifecycle: {},
    }
  return {
    total,
    online: rows.reduce((sum, { online }) => sum + online, 0),
    offline: rows.reduce((sum, { offline }) => sum + offline, 0),
    alarmed: rows.reduce((sum, { alarmed }) => sum + alarmed, 0),
    byLifecycle: Object.fromEntries(rows.map((row) => [row.lifecycle, row.total])),
  }
}

/** Counts that the writes keep. */
async function countKept(ctx: Context, orgId: string | undefined): Promise<EstateCount> {
  const { lives, presences } = await sourcesOf(ctx, orgId)
  const { rows } = await sql<{
    kind: 'LIFE' | 'ONLINE' | 'OFFLINE' | 'ALARMED'
    value: string
    total: number
  }>`
    select 'LIFE' as kind, lifecycle as value, sum(count)::bigint as total from ${lives} as life
      group by 2 having sum(count) > 0
    union all select measure, '', sum(count)::bigint from ${presences} as present group by 1`.execute(
    ctx.db,
  )
  const byLifecycle: Record<string, number> = {}
  const byPresence = { ONLINE: 0, OFFLINE: 0, ALARMED: 0 }
  for (const { kind, value, total } of rows)
    if (kind === 'LIFE') byLifecycle[value] = total
    else byPresence[kind] = total
  const total = Object.values(byLifecycle).reduce((sum, count) => sum + count, 0)
  const { ONLINE: online, OFFLINE: offline, ALARMED: alarmed } = byPresence
  return { total, online, offline, alarmed, byLifecycle }
}

/**
 * How many terminals of a presence, model or vendor the writes have counted. Null where they keep no
 * such count: of whom nobody ever heard, and of a life cycle.
 */
export async function countPresent(
  ctx: Context,
  query: Pick<EstateQuery, 'orgId' | 'presence' | 'modelId' | 'vendorId' | 'support' | 'lifecycle'>,
): Promise<number | null> {
  const { orgId, presence, lifecycle } = query
  if (!presence || presence === 'NEVER' || lifecycle) return null
  const places = await totalPlaces(ctx, orgId)
  if (!places) return null
  const { rows } = await sql<{ total: number }>`select coalesce(sum(count), 0)::bigint as total
    from ${countsAt(places)} as counted where measure = ${presence} and ${allOf(tallied(query))}`.execute(
    ctx.db,
  )
  return rows[0]?.total ?? null
}

async function sourcesOf(ctx: Context, orgId: string | undefined) {
  const places = await totalPlaces(ctx, orgId)
  if (places) return keptAt(places)
  const apart = await ownApart(ctx, orgId)
  if (apart) return both(keptAt(apart.places), oneByOne(apart.own, counted))
  return oneByOne(await estateOf(ctx, orgId), seesOwn(ctx) ? counted : tally)
}

interface Sources {
  readonly lives: RawBuilder<unknown>
  readonly presences: RawBuilder<unknown>
}

const keptAt = (places: TotalPlaces): Sources => ({
  lives: livesAt(places),
  presences: sql`(select measure, count from ${countsAt(places)} as counted
    where measure in ('ONLINE', 'OFFLINE', 'ALARMED'))`,
})

const oneByOne = (mine: Condition, lives: RawBuilder<unknown>): Sources => ({
  lives: sql`(select lifecycle, count from ${lives} as tally where ${mine})`,
  presences: sql`(select 'ONLINE' as measure, 1 as count from device where ${mine} and ${isAlive}
      and ${isOnline}
    union all select 'OFFLINE', 1 from device where ${mine} and ${isAlive}
      and exists (select from device_offline offline where offline.device_id = device.id)
    union all select 'ALARMED', 1 from device where ${mine} and ${isAlive}
      and exists (select from alarm where alarm.device_id = device.id and alarm.closed_at is null))`,
})

const both = (kept: Sources, live: Sources): Sources => ({
  lives: sql`(select lifecycle, count from ${kept.lives} as kept
    union all select lifecycle, count from ${live.lives} as live)`,
  presences: sql`(select measure, count from ${kept.presences} as kept
    union all select measure, count from ${live.presences} as live)`,
})
