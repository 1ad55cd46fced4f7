import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { filtersOf, isFiltered, type ScopePlace } from '../../access/dataScope.ts'

type Asking = Pick<Context, 'db' | 'principal'>

/** Places whose kept counts add up to what a caller sees: none of them lies in another. */
export interface TotalPlaces {
  /** With everything below them. */
  readonly below: readonly string[]
  /** Without what is below. */
  readonly alone: readonly string[]
  /** Vendors and models of the caller's scope, as conditions on `model_id`. */
  readonly filters: readonly Condition[]
}

/**
 * Where the counts of what a caller sees are kept, cut to a subtree. Null where they are not: of
 * what somebody made himself, and of several rules, whose terminals may be the same.
 */
export async function totalPlaces(
  { db, principal: { scope } }: Asking,
  top: string | undefined,
): Promise<TotalPlaces | null> {
  const [rule, ...others] = scope.rules
  const isEverywhere = scope.all || (rule?.isEverywhere === true && others.length === 0)
  if (!isEverywhere && (!rule || others.length > 0 || rule.isOwn)) return null
  const filters = scope.all || !rule ? [] : filtersOf(rule, { vendor: null, model: 'modelId' })
  if (isEverywhere) {
    const below = top === undefined ? await rootsOf({ db }) : [top]
    return { below, alone: [], filters }
  }
  const places = outermost(rule?.places ?? [])
  return { ...(top === undefined ? split(places) : await cut({ db }, places, top)), filters }
}

/** Whether the caller's scope is whole subtrees, and all terminals in them. */
export function seesWholeSubtrees({ principal: { scope } }: Pick<Context, 'principal'>): boolean {
  const [rule, ...others] = scope.rules
  if (scope.all) return true
  if (!rule || others.length > 0 || rule.isOwn || isFiltered(rule)) return false
  return rule.isEverywhere || rule.places.every(({ withBelow }) => withBelow)
}

async function rootsOf({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from organization where parent_id is null`.execute(db)
  return rows.map(({ id }) => id)
}

const isIn = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`)

/** Each once, and none that lies below another one. */
function outermost(places: readonly ScopePlace[]): ScopePlace[] {
  const sorted = places.toSorted((one, other) => Number(one.withBelow) - Number(other.withBelow))
  const each = [...new Map(sorted.map((place) => [place.id, place])).values()]
  const isCovered = ({ id, path }: ScopePlace) =>
    each.some((other) => other.withBelow && other.id !== id && isIn(path, other.path))
  return each.filter((place) => !isCovered(place))
}

type Split = Pick<TotalPlaces, 'below' | 'alone'>

const split = (places: readonly ScopePlace[]): Split => ({
  below: places.filter(({ withBelow }) => withBelow).map(({ id }) => id),
  alone: places.filter(({ withBelow }) => !withBelow).map(({ id }) => id),
})

/** What of the places lies in a subtree. */
async function cut(
  { db }: Pick<Context, 'db'>,
  places: readonly ScopePlace[],
  top: string,
): Promise<Split> {
  const found = await db
    .selectFrom('organization')
    .select('path')
    .where('id', '=', top)
    .executeTakeFirst()
  if (!found) return { below: [], alone: [] }
  const { path } = found
  if (places.some((place) => place.withBelow && isIn(path, place.path)))
    return { below: [top], alone: [] }
  return split(places.filter((place) => isIn(place.path, path)))
}

const ids = (list: readonly string[]) => sql`${[...list]}::uuid[]`

/** Rows of the kept totals, with the differences that are in none yet, by a condition on their measure. */
function totalsOf({ below }: Split, measure: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select measure, value, model_id, count from estate_total
      where place = any(${ids(below)}) and ${measure}
    union all
    select measure, value, model_id, delta from estate_pending
      where place = any(${ids(below)}) and ${measure}`
}

/** Terminals by model and life cycle, at the places. */
export const livesAt = (places: TotalPlaces): RawBuilder<unknown> =>
  cutBy(
    places,
    sql`select value as lifecycle, model_id, count from (${totalsOf(places, sql`measure = 'LIFE'`)}) as total
      union all select lifecycle, model_id, count from device_tally where org_id = any(${ids(places.alone)})`,
  )

/** Terminals by model and what a worker or their presence says of them, at the places. */
export const countsAt = (places: TotalPlaces): RawBuilder<unknown> =>
  cutBy(
    places,
    sql`select measure, model_id, count from (${totalsOf(places, sql`value = ''`)}) as total
      union all select measure, model_id, count from estate_count where org_id = any(${ids(places.alone)})`,
  )

/** Terminals by model and the steps of what they tell, at the places. */
export const toldAt = (places: TotalPlaces): RawBuilder<unknown> =>
  cutBy(
    places,
    sql`select measure, model_id, count from told_kept where place = any(${ids(places.below)})
      union all select measure, model_id, delta from told_pending where place = any(${ids(places.below)})
      union all select measure, model_id, count from told_count where org_id = any(${ids(places.alone)})`,
  )

/** Terminals by what they are spread over, at the places; the totals of ACTIVATED know no model. */
export const spreadAt = (places: TotalPlaces, ...kinds: readonly string[]): RawBuilder<unknown> =>
  cutBy(
    places,
    sql`select measure as kind, value, model_id, count from (${totalsOf(places, sql`measure = any(${[...kinds]}::text[])`)}) as total
      union all select kind, value, model_id, count from device_spread
        where kind = any(${[...kinds]}::text[]) and org_id = any(${ids(places.alone)})`,
  )

/** What happened by hours and days, at the places. */
export const factsAt = (places: TotalPlaces): RawBuilder<unknown> =>
  cutBy(places, happenedAt(places, 'stat_total', sql`measure, step, at, model_id, value, count`))

/** How applications were used, by days, at the places. */
export const usesAt = (places: TotalPlaces): RawBuilder<unknown> =>
  cutBy(
    places,
    happenedAt(
      places,
      'app_use_total',
      sql`package, at, model_id, days, active, launches, minutes, kilobytes, crashes, anrs, hours`,
    ),
  )

/** What an organisation counts of itself and of what was below it are its whole subtree. */
const happenedAt = ({ below, alone }: Split, table: string, columns: RawBuilder<unknown>) =>
  sql`select ${columns} from ${sql.table(table)} where place = any(${ids(below)})
    union all select ${columns} from ${sql.table(table)} where place = any(${ids(alone)}) and is_own`

/** How many were online when the differences were last added up, at the places; the totals know no model. */
export const presentAt = ({ below, alone }: TotalPlaces): RawBuilder<unknown> =>
  sql`(select count from estate_total where place = any(${ids(below)}) and measure = 'PRESENT' and value = ''
      and model_id = nil_uuid()
    union all select count from estate_count where measure = 'ONLINE' and org_id = any(${ids(alone)}))`

/** Who came and left in each hour, at the places; without models, too. */
export const movesAt = ({ below, alone }: TotalPlaces): RawBuilder<unknown> =>
  sql`(select hour, delta, missed from online_hour_below where place = any(${ids(below)})
    union all select hour, delta, missed from online_hour where org_id = any(${ids(alone)}))`

/** Connections by hour and how they ended, at the places; of all models together, too. */
export const connectionsAt = (places: TotalPlaces): RawBuilder<unknown> =>
  cutBy(
    places,
    sql`select hour, model_id, measure, count from login_hourly_below where place = any(${ids(places.below)})
        and ${places.filters.length === 0 ? sql`model_id = nil_uuid()` : sql`true`}
      union all select hour, model_id, measure, count from login_hourly where org_id = any(${ids(places.alone)})`,
  )

function cutBy({ filters }: TotalPlaces, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const where: Condition =
    filters.length === 0 ? sql<SqlBool>`true` : sql.join([...filters], sql` and `)
  return sql`(select * from (${rows}) as counted where ${where})`
}

/** Terminals of a model, or of all, in a subtree; of the whole platform where none is named. */
export interface CountedPlace {
  readonly id: string
  readonly orgId: string | null
  readonly modelId: string | null
}

/** How many terminals there are at each of some places, whoever sees them: read from the kept totals at once. */
export async function countBelow(
  { db }: Pick<Context, 'db'>,
  counted: readonly CountedPlace[],
): Promise<ReadonlyMap<string, number>> {
  const asked = JSON.stringify(counted.map(({ id, orgId, modelId }) => ({ id, orgId, modelId })))
  // All of a place are one row; what is in no total yet is told by model alone.
  const isKept = sql`place = placed.place and model_id = coalesce(placed."modelId", nil_uuid())
    and measure = case when placed."modelId" is null then 'DEVICES' else 'LIFE' end`
  const isPending = sql`place = placed.place and measure = 'LIFE'
    and (placed."modelId" is null or model_id = placed."modelId")`
  const { rows } = await sql<{ id: string; total: number }>`with placed as (
      select asked.id, asked."modelId", top.place
      from jsonb_to_recordset(${asked}::jsonb) as asked (id uuid, "orgId" uuid, "modelId" uuid)
        cross join lateral (select asked."orgId" as place where asked."orgId" is not null
          union all select id from organization where parent_id is null and asked."orgId" is null) as top)
    select placed.id, coalesce(sum(kept.count), 0)::integer as total
    from placed left join lateral (select count from estate_total where ${isKept}
      union all select delta from estate_pending where ${isPending}) as kept on true
    group by placed.id`.execute(db)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** Adds what has changed of the counts to the totals of all subtrees above; a worker does it every few seconds. */
export async function foldTotals({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`select fold_estate_changes(), fold_told_changes()`.execute(db)
}
