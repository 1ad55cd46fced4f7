import {
  type deviceStat,
  onlineRate,
  type ReplyOf,
  servedIn,
  serviceLifecycles,
  type StatGrain,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../../device/index.ts'
import { totalPlaces } from '../../organization/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import type { EstateFilter } from '../asked.ts'
import type { Span } from '../span.rules.ts'
import { type Change, grainFor, levelsOf, type Step, stepOf, stepsOf } from '../steps.rules.ts'
import { countsByOrganization } from './organizations.queries.ts'
import { named } from './parts.ts'

type Availability = ReplyOf<typeof deviceStat.availability>
type Served = Availability['organizations'][number]

interface Place {
  readonly orgId: string
  readonly name: string
  readonly withBelow: boolean
  /** In service now. */
  readonly terminals: number
}

interface Asking {
  readonly span: Span
  readonly grain: StatGrain
}

/** Which rows of the kept history are the caller's: of totals by model alone, of organisations by both. */
interface Cut {
  readonly below: readonly string[]
  readonly alone: readonly string[]
  readonly models: readonly Condition[]
  readonly mine: Condition
}

const served = sql`${[...serviceLifecycles]}::text[]`

/** Of each organisation that is shown: how much of the time its terminals in service were online. */
export async function availabilityByOrganization(
  ctx: Context,
  filter: EstateFilter,
  { span, asked }: { readonly span: Span; readonly asked: StatGrain | undefined },
): Promise<Availability> {
  const now = ctx.now()
  const asking = { span, grain: grainFor(span, asked, now) }
  const steps = stepsOf(span, asking.grain, now)
  const permille = await parameter(ctx.db, 'device.availability.permille')
  const agreed = permille === 0 ? null : permille / 10
  const known = await pacesOf(ctx)
  // Of what somebody made himself only the present is known.
  const places = seesOwn(ctx) ? [] : await placesIn(ctx, filter)
  const cut = await cutBy(ctx, filter, places)
  const online = await onlineIn(ctx, cut, asking)
  const changes = await changesIn(ctx, cut, asking)
  const told = places.map((place): Served => {
    const key = keyOf(place.orgId, place.withBelow)
    const since = known.facts ?? now
    const levels = levelsOf(steps, {
      now: place.terminals,
      changes: changes.get(key) ?? [],
      known: since,
    })
    return servedAt(place, { steps, levels, online: online.get(key), agreed })
  })
  return {
    grain: asking.grain,
    steps: steps.map(({ at }) => at.toISOString()),
    agreed,
    organizations: told.toSorted((one, other) => (one.share ?? 101) - (other.share ?? 101)),
    countedAt: known.minute,
  }
}

interface Known {
  readonly steps: readonly Step[]
  readonly levels: readonly (number | null)[]
  readonly online: ReadonlyMap<number, number | null> | undefined
  readonly agreed: number | null
}

function servedAt(place: Place, { steps, levels, online, agreed }: Known): Served {
  const points = steps.map(({ at, hours }, nth) => ({
    terminals: levels[nth] ?? null,
    online: online?.get(at.getTime()) ?? null,
    hours,
  }))
  const shares = points.map((point) => onlineRate(point, point.online))
  return { ...place, ...servedIn(points, agreed), shares }
}

const keyOf = (orgId: string, withBelow: boolean) => `${orgId} ${withBelow}`

/** The organisations with most terminals in service. */
async function placesIn(ctx: Context, filter: EstateFilter): Promise<readonly Place[]> {
  const counts = await countsByOrganization(
    ctx,
    filter,
    sql`measure = 'LIFE' and value = any(${served})`,
  )
  const { rows } = await sql<Place>`
    select id as org_id, name, with_below, sum(count)::bigint as terminals from (${counts}) as counted
    group by id, name, with_below having sum(count) > 0 order by terminals desc, name limit ${named}`.execute(
    ctx.db,
  )
  return rows
}

async function cutBy(
  ctx: Context,
  { orgId, ...kind }: EstateFilter,
  places: readonly Place[],
): Promise<Cut> {
  const total = await totalPlaces(ctx, orgId)
  const idsOf = (wanted: boolean) =>
    places.flatMap((place) => (place.withBelow === wanted ? [place.orgId] : []))
  return {
    below: idsOf(true),
    alone: idsOf(false),
    models: [...(total?.filters ?? []), ...tallied(kind)],
    mine: allOf([await estateOf(ctx, orgId), ...tallied(kind)]),
  }
}

const ids = (list: readonly string[]) => sql`${[...list]}::uuid[]`

interface Rows {
  readonly own: RawBuilder<unknown>
  readonly total: RawBuilder<unknown>
  readonly columns: RawBuilder<unknown>
  /** The totals know models, too. */
  readonly hasModels?: boolean
}

/**
 * Rows of what is kept by organisation, by the places that are shown: their own, and those of whole
 * subtrees, which come from totals where those know what is asked for, else from all organisations below.
 */
function rowsAt(
  { below, alone, models, mine }: Cut,
  { own, total, columns, hasModels = false }: Rows,
): RawBuilder<unknown> {
  const subtrees =
    models.length === 0 || hasModels
      ? sql`select place as id, true as with_below, ${columns} from ${total} as total
          where ${allOf([sql<SqlBool>`place = any(${ids(below)})`, ...models])}`
      : sql`select above.id, true as with_below, ${columns}
          from (select * from ${own} as own where ${mine}) as own
            join organization place on place.id = own.org_id
            join organization above on place.path <@ above.path and above.id = any(${ids(below)})`
  if (alone.length === 0 && below.length > 0) return subtrees
  return sql`${subtrees} union all select org_id, false, ${columns} from ${own} as own
    where ${mine} and org_id = any(${ids(alone)})`
}

/** The mean of those online in each step: from now backwards, as the curve of the whole is told. */
async function onlineIn(ctx: Context, cut: Cut, { span, grain }: Asking) {
  const first = span.from
  const moves = rowsAt(cut, {
    own: sql`(select hour, org_id, model_id, delta, missed from online_hour where hour >= ${first})`,
    total: sql`(select hour, place, delta, missed from online_hour_below where hour >= ${first})`,
    columns: sql`hour, delta, missed`,
  })
  const present = rowsAt(cut, {
    own: sql`(select org_id, model_id, count from estate_count where measure = 'ONLINE')`,
    total: sql`(select place, model_id, count from estate_total where value = ''
      and ${cut.models.length === 0 ? sql`measure = 'PRESENT' and model_id = nil_uuid()` : sql`measure = 'ONLINE'`})`,
    columns: sql`count`,
    hasModels: true,
  })
  const { rows } = await sql<{
    id: string
    withBelow: boolean
    at: string
    online: number | null
  }>`
    with move as (select id, with_below, hour, sum(delta) as delta, sum(missed) as missed from (${moves}) as moved group by 1, 2, 3),
      shown as (select id, true as with_below from unnest(${ids(cut.below)}) as id
        union all select id, false from unnest(${ids(cut.alone)}) as id),
      level as (select id, with_below, sum(count) as count from (${present}) as present group by 1, 2),
      round as (select hour, rounds from online_round where hour >= ${first}),
      hour as (select hour from round union select hour from move),
      counted as (select id, with_below, hour, coalesce(rounds, 0) as rounds, coalesce(rounds, 0) * (coalesce(level.count, 0)
          - coalesce(sum(delta) over (partition by id, with_below order by hour desc
            rows between unbounded preceding and 1 preceding), 0)) - coalesce(missed, 0) as online
        from shown cross join hour left join move using (id, with_below, hour) left join round using (hour)
          left join level using (id, with_below))
    select id, with_below, date_trunc(${grain}, hour, 'UTC') as at,
      (sum(online) / nullif(sum(rounds), 0))::float8 as online
    from counted where hour < ${span.until} group by 1, 2, 3`.execute(ctx.db)
  return byPlace(
    rows.map((row) => [row, [stepOf(new Date(row.at), grain).getTime(), row.online] as const]),
    (list) => new Map(list),
  )
}

/** Who came into service and left it, up to now. */
async function changesIn(ctx: Context, cut: Cut, { span, grain }: Asking) {
  const wanted = sql`measure = 'LIFE' and value = any(${served}) and at >= ${span.from}
    and step = ${grain === 'HOUR' ? 'HOUR' : 'DAY'}`
  const facts = rowsAt(cut, {
    own: sql`(select place as org_id, model_id, at, count from stat_total where is_own and ${wanted})`,
    total: sql`(select place, model_id, at, count from stat_total where ${wanted})`,
    columns: sql`at, count`,
    hasModels: true,
  })
  const { rows } = await sql<{ id: string; withBelow: boolean; at: string; delta: number }>`
    select id, with_below, at, sum(count)::bigint as delta from (${facts}) as fact group by 1, 2, 3`.execute(
    ctx.db,
  )
  return byPlace(
    rows.map((row): [typeof row, Change] => [row, { at: new Date(row.at), delta: row.delta }]),
    (list) => list,
  )
}

interface Placed {
  readonly id: string
  readonly withBelow: boolean
}

function byPlace<T, K>(
  rows: readonly (readonly [Placed, T])[],
  held: (list: readonly T[]) => K,
): ReadonlyMap<string, K> {
  const groups = Map.groupBy(rows, ([{ id, withBelow }]) => keyOf(id, withBelow))
  return new Map([...groups].map(([key, list]) => [key, held(list.map(([, told]) => told))]))
}

/** Since when it is known who came and left, and when the differences were last added up. */
async function pacesOf({ db }: Context) {
  const { rows } = await sql<{ facts: string | null; minute: string | null }>`
    select (select at from estate_counted where pace = 'FACTS') as facts,
      (select at from estate_counted where pace = 'MINUTE') as minute`.execute(db)
  const { facts = null, minute = null } = rows[0] ?? {}
  return { facts: facts === null ? null : new Date(facts), minute }
}
