import type { Bbox, LocationCluster, locations, ParsedOf } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { estateOf, searched, seesOwn, tallied } from '../estate/estate.queries.ts'
import { isOnline } from '../estate/presenceIs.ts'
import { type Cells, cellsOf, isKeptLevel } from './cells.rules.ts'

type Asked = ParsedOf<(typeof locations)['cluster']>['query']

/** Up to so many terminals in view are looked at one by one, with their presence. */
const fewEnough = 5000

/** Up to so many with an alarm are, however many others are in view: an index has just these. */
const fewAlarmed = 1000

/** Terminals that one answer looks at under filters that no kept count knows. */
const mostLookedAt = 20_000

/** Degrees beyond which a view is no part of the world. */
const wide = 90

interface Clusters {
  readonly clusters: LocationCluster[]
  readonly capped: boolean
}

/**
 * Marks of a map. Many terminals are shown by the kept counts of squares, whose number follows the
 * screen; few ones, and filters that the counts do not know, are looked at, up to a cap.
 */
export async function clustersOf(ctx: Context, query: Asked): Promise<Clusters> {
  const cells = cellsOf(query.bbox, query.zoom)
  const conditions = [await estateOf(ctx, query.orgId), ...tallied(query)]
  const more = await searched(ctx, query)
  const measure = measureOf(query, more)
  const areCounted = isKeptLevel(cells) && measure && !query.lifecycle && !seesOwn(ctx)
  if (areCounted) {
    const { clusters, total, beside } = await countedIn(ctx, {
      cells,
      measure,
      conditions: await whoseCells(ctx, query),
    })
    if (beside > fewEnough) {
      if (!query.alarm || total > fewAlarmed) return { clusters, capped: false }
      more.push(sql<SqlBool>`device.is_alarmed`)
    }
  }
  const source = seesOwn(ctx) || !isOfPlace(query) ? ofDevices : ofPositions
  // Who is asked for as online need not be asked once more.
  const online = query.presence === 'ONLINE' ? sql`true` : isOnline
  const { bbox } = query
  return lookedAt(ctx, { cells, bbox, source, online, conditions: [...conditions, ...more] })
}

/** A count that is kept of squares, and how many of these are online, where that is known. */
interface Measure {
  readonly count: RawBuilder<unknown>
  readonly online: RawBuilder<unknown>
}

const unknown = sql`null::integer`
const measures = {
  all: { count: sql`sum(count)`, online: unknown },
  ONLINE: { count: sql`sum(online)`, online: sql`sum(online)` },
  OFFLINE: { count: sql`sum(offline)`, online: sql`0` },
  NEVER: { count: sql`sum(count - online - offline)`, online: sql`0` },
  alarm: { count: sql`sum(alarmed)`, online: unknown },
} as const

/** What the squares count of these filters; null: they do not know them. */
function measureOf({ presence, alarm }: Asked, more: readonly Condition[]): Measure | null {
  if (more.length === 0) return measures.all
  if (more.length > 1) return null
  if (alarm) return measures.alarm
  return presence ? measures[presence] : null
}

/** Terminals with their places, where a filter asks for what only they themselves tell. */
const ofDevices = sql`(select device.*, position.latitude, position.longitude, position.is_alarmed
  from device_position position join device on device.id = position.device_id
  where device.deleted_at is null)`

/** Places with their terminals' organisation and model: those of the recycle bin have none. */
const ofPositions = sql`(select device_id as id, org_id, model_id, latitude, longitude, is_alarmed
  from device_position where org_id is not null)`

/** What asks for a terminal's place in the estate, or by its id for what is known of it elsewhere. */
const placeNames: ReadonlySet<string> = new Set([
  'bbox',
  'zoom',
  'orgId',
  'modelId',
  'vendorId',
  'support',
  'presence',
  'offlineHours',
  'overdue',
  'alarm',
  'alarmKind',
  'security',
  'paramStand',
  'groupId',
  'classificationId',
  'lock',
  'fence',
  'failing',
  'located',
])

const isOfPlace = (query: Asked): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || placeNames.has(name))

/** What is kept of a square beside its parts. */
const ofEverybody = sql<SqlBool>`org_id = nil_uuid() and model_id = nil_uuid()`

/** Which of the kept counts add up to what the caller sees, by his filter. */
export async function whoseCells(
  ctx: Context,
  query: Pick<Asked, 'orgId' | 'modelId' | 'vendorId' | 'support'>,
): Promise<readonly Condition[]> {
  const filters = tallied(query)
  if (ctx.principal.scope.all && !query.orgId && filters.length === 0) return [ofEverybody]
  return [sql<SqlBool>`org_id <> nil_uuid()`, await estateOf(ctx, query.orgId), ...filters]
}

interface Counted {
  readonly cells: Cells
  readonly measure: Measure
  readonly conditions: readonly Condition[]
}

/** Marks stand in the middle of all terminals of their square. Beside them, how many all of these are. */
async function countedIn(ctx: Context, { cells, measure, conditions }: Counted) {
  const { rows } = await sql<LocationCluster & { readonly beside: number }>`
    select sum(latitude) / sum(count) / 1e6::float8 as latitude,
      sum(longitude) / sum(count) / 1e6::float8 as longitude,
      ${measure.count}::integer as count, ${measure.online}::integer as online, null as device,
      sum(count)::integer as beside
    from ${cellsIn(cells, conditions)} group by cell having sum(count) > 0`.execute(ctx.db)
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  return {
    clusters: rows
      .filter(({ count }) => count > 0)
      .map(({ latitude, longitude, count, online, device }) => ({
        latitude,
        longitude,
        count,
        online,
        device,
      })),
    total: sumOf(rows.map(({ count }) => count)),
    beside: sumOf(rows.map(({ beside }) => beside)),
  }
}

/** The kept counts of squares, by organisation and model. */
export function cellsIn(
  { level, columns, firstRow, lastRow }: Cells,
  conditions: readonly Condition[],
) {
  const runs = columns.map(
    ([first, last]) => sql`select generate_series(${first}::bigint, ${last})`,
  )
  return sql`(${sql.join(runs, sql` union all `)}) as run (map_column)
    -- "offset 0": each column of squares by itself is a stretch of the index; else all of a level is read.
    cross join lateral (select * from location_cell where level = ${level}
      and cell between run.map_column << 16 | ${firstRow} and run.map_column << 16 | ${lastRow}
      and ${allOf(conditions)} offset 0) as kept`
}

interface Looked {
  readonly cells: Cells
  readonly bbox: Bbox
  readonly source: RawBuilder<unknown>
  readonly online: RawBuilder<unknown>
  readonly conditions: readonly Condition[]
}

async function lookedAt(
  ctx: Context,
  { cells, bbox, source, online, conditions }: Looked,
): Promise<Clusters> {
  const { level } = cells
  const { rows } = await sql<LocationCluster>`
    with found as materialized (
      select device.id, device.latitude, device.longitude, ${online} as is_online
      from ${source} as device
      where ${allOf(conditions)} and ${isWithin(bbox)} limit ${mostLookedAt + 1})
    select avg(latitude) as latitude, avg(longitude) as longitude, count(*)::integer as count,
      count(*) filter (where is_online)::integer as online,
      case when count(*) = 1 then jsonb_build_object('id', min(id::text),
        'sn', (select sn from device where device.id = min(found.id::text)::uuid),
        'presence', case when bool_or(is_online) then 'ONLINE' else 'OFFLINE' end) end as device
    from found group by map_column(longitude, ${level}), map_row(latitude, ${level})`.execute(
    ctx.db,
  )
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { clusters: rows, capped: total > mostLookedAt }
}

/** The corners are in degrees: what lies over the date line are two boxes. */
function isWithin({ west, south, east, north }: Bbox): RawBuilder<SqlBool> {
  // Nobody asks an index for most of the world: it would be gone through from end to end.
  if (west <= east && east - west > wide)
    return sql<SqlBool>`device.longitude between ${west} and ${east}
      and device.latitude between ${south} and ${north}`
  const box = (from: number, to: number) =>
    sql<SqlBool>`point(device.longitude, device.latitude)
      <@ box(point(${from}::float8, ${south}::float8), point(${to}::float8, ${north}::float8))`
  return west <= east ? box(west, east) : sql<SqlBool>`(${box(west, 180)} or ${box(-180, east)})`
}
