import {
  countCap,
  type devices,
  type Filter,
  type LockState,
  type ParsedOf,
  readArea,
  readFilter,
  serialsIn,
  supportWarningDays,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import {
  allOf,
  anyContains,
  beginsWith,
  type Condition,
  contains,
  equals,
} from '../../../kit/page.ts'
import { filtersOf } from '../../../access/dataScope.ts'
import { prepared } from '../../../platform/prepared.ts'
import { spansOf } from '../../../platform/spans.ts'
import {
  everywhere,
  livesAt,
  organizationsIn,
  totalPlaces,
  type TotalPlaces,
} from '../../organization/index.ts'
import { filterCondition } from '../filter/filterCondition.ts'
import { lookupIn } from '../filter/lookup.ts'
import { standsTo } from '../functional/standing.queries.ts'
import type { Window } from './estate.rules.ts'
import { isOnline, presenceIs } from './presenceIs.ts'
import { isOneOf } from './serials.queries.ts'
import { warrantyIs } from './warranty.queries.ts'

export type EstateQuery = ParsedOf<(typeof devices)['page']>['query']

/** What of it says which terminals are wanted, not how they are shown. */
type Sought = Omit<EstateQuery, 'pageNum' | 'pageSize'>

/** What of a call tells which terminals its caller sees. */
type Asking = Pick<Context, 'db' | 'platform' | 'principal'>

/**
 * The terminals that the caller sees, cut to a subtree, as a condition that both the terminals and
 * their tally can answer; the tally knows nobody's own, see {@link seesOwn}.
 */
export async function estateOf(ctx: Asking, top: string | undefined): Promise<Condition> {
  const { scope, userId } = ctx.principal
  if (scope.all)
    return top === undefined ? sql<SqlBool>`true` : organizationsIn(ctx, everywhere, top)
  const rules: Condition[] = []
  for (const rule of scope.rules) {
    const place = await organizationsIn(ctx, rule, top)
    const own = rule.isOwn ? await madeBy(ctx, userId, top) : null
    // Of who has nothing but what he made, no place is sought.
    const isOwnAlone = !rule.isEverywhere && rule.places.length === 0
    const seen = own && !isOwnAlone ? sql<SqlBool>`(${place} or (${own}))` : (own ?? place)
    rules.push(allOf([seen, ...filtersOf(rule, { vendor: null, model: 'modelId' })]))
  }
  if (rules.length === 1 && rules[0]) return rules[0]
  return rules.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`((${sql.join(rules, sql`) or (`)}))`
}

/** What somebody made, cut to a subtree. */
const madeBy = async (ctx: Asking, userId: string, top: string | undefined): Promise<Condition> =>
  allOf([await organizationsIn(ctx, everywhere, top), sql<SqlBool>`created_by = ${userId}`])

/**
 * Where the counts are kept of what a caller sees by his organisations, and what he sees elsewhere
 * because he made it. Null: he sees nothing because of that, or several rules.
 */
export async function ownApart(
  ctx: Asking,
  top: string | undefined,
): Promise<{ readonly places: TotalPlaces; readonly own: Condition } | null> {
  const { principal } = ctx
  const [rule, ...others] = principal.scope.rules
  if (principal.scope.all || !rule?.isOwn || others.length > 0) return null
  const scope = { all: false, rules: [{ ...rule, isOwn: false }] }
  const places = await totalPlaces({ ...ctx, principal: { ...principal, scope } }, top)
  if (!places) return null
  const elsewhere = sql<SqlBool>`not (${await organizationsIn(ctx, rule, undefined)})`
  const own = [await madeBy(ctx, principal.userId, top), elsewhere, ...places.filters]
  return { places, own: allOf(own) }
}

/** Whether the caller sees terminals because he made them, which only they themselves tell. */
export const seesOwn = ({ principal: { scope } }: Context): boolean =>
  !scope.all && scope.rules.some(({ isOwn }) => isOwn)

const isOfflineFor = (hours: number): Condition =>
  sql<SqlBool>`exists (select from device_state state where state.device_id = device.id
    and state.offline_since < now() - make_interval(hours => ${hours}::integer)) and not ${isOnline}`

/**
 * Offline for longer than is usual where it is, or for what it is. What organisations and categories
 * say is read once and looked up in memory, not asked for each terminal.
 */
const isOverdue = sql<SqlBool>`exists (select from device_state state where state.device_id = device.id
    and state.offline_since < now() - make_interval(mins => coalesce(
      ((select jsonb_object_agg(org_id, minutes) from offline_limit) ->> device.org_id::text)::integer,
      ((select jsonb_object_agg(model_id, minutes) from offline_limit_of_model) ->> device.model_id::text)::integer,
      (select steered('device.offline.alarm.minutes', 1440))))) and not ${isOnline}`

/** By the index of open alarms. */
const isAlarmed = sql<SqlBool>`device.id in (select alarm.device_id from alarm where alarm.closed_at is null)`
/** By the index of the commands of a day: so long they count. */
const isFailing = sql<SqlBool>`device.id in (select item.device_id from push_item item
  where item.counted_org is not null and item.created_at > now() - interval '24 hours'
    and item.state in ('FAILED', 'REFUSED', 'TIMEOUT'))`
const isOnSide = (side: 'IN' | 'OUT'): Condition =>
  sql<SqlBool>`device.id in (select fenced.device_id from device_fence fenced where fenced.state = ${side})`
const isLocated = sql<SqlBool>`exists (select from device_position position where position.device_id = device.id)`

/** Its corners are degrees on a flat map: an area that spans the date line is drawn as two. */
function liesIn(area: string): Condition {
  const corners = (readArea(area) ?? []).map((corner) => `(${corner.join()})`).join()
  return sql<SqlBool>`device.id in (select position.device_id from device_position position
    where point(position.longitude, position.latitude) <@ ${`(${corners})`}::polygon)`
}

const lockIs = (state: LockState): Condition =>
  state === 'NONE'
    ? sql<SqlBool>`not exists (select from device_lock locked
        where locked.device_id = device.id and locked.state <> 'NONE')`
    : sql<SqlBool>`device.id in (select locked.device_id from device_lock locked
        where locked.state = ${state})`

const supportIs = {
  ended: sql<SqlBool>`model.end_of_support < current_date`,
  ending: sql<SqlBool>`model.end_of_support >= current_date
    and model.end_of_support <= current_date + ${supportWarningDays}::integer`,
}

/** Conditions on columns that the tally has too: what they leave is counted without counting. */
export function tallied({ modelId, vendorId, lifecycle, support }: Sought): Condition[] {
  const conditions: Condition[] = []
  if (modelId) conditions.push(equals('modelId', modelId))
  if (vendorId)
    conditions.push(
      sql<SqlBool>`model_id = any(array(select model.id from model where model.vendor_id = ${vendorId}))`,
    )
  if (support)
    conditions.push(
      sql<SqlBool>`model_id = any(array(select model.id from model where ${supportIs[support]}))`,
    )
  if (lifecycle) conditions.push(equals('lifecycle', lifecycle))
  return conditions
}

/** Conditions that only the terminals themselves can answer. */
export async function searched(
  ctx: Pick<Context, 'db' | 'principal'>,
  query: Sought,
): Promise<Condition[]> {
  const { sn, tid, name, stationId, status, presence, offlineHours, overdue, alarm, warranty } =
    query
  const { keyword } = query
  const conditions: Condition[] = [
    ...spansOf(query),
    ...(await filtered(ctx, query)),
    ...(await standsTo(ctx, query)),
  ]
  if (offlineHours) conditions.push(isOfflineFor(offlineHours))
  if (overdue) conditions.push(isOverdue)
  if (alarm) conditions.push(isAlarmed)
  if (query.failing) conditions.push(isFailing)
  if (query.fence) conditions.push(isOnSide(query.fence))
  if (warranty) conditions.push(await warrantyIs(ctx, warranty))
  if (stationId) conditions.push(equals('stationId', stationId))
  if (status) conditions.push(equals('status', Number(status)))
  if (query.sns) conditions.push(isOneOf(serialsIn(query.sns) ?? []))
  if (sn) conditions.push(beginsWith(sql`sn`, sn.toUpperCase()))
  if (tid) conditions.push(beginsWith(sql`tid collate "C"`, tid))
  if (name) conditions.push(contains('name', name))
  if (presence) conditions.push(presenceIs[presence])
  if (query.lock) conditions.push(lockIs(query.lock))
  if (query.area) conditions.push(liesIn(query.area))
  else if (query.located) conditions.push(isLocated)
  if (keyword?.trim()) conditions.push(anyContains(['sn', 'name', 'tid'], keyword.trim()))
  return conditions
}

/** What the filter language asks for, as a whole or by one of its facts. */
async function filtered(
  { db }: Pick<Context, 'db'>,
  { tree, groupId, classificationId, tag, alarmKind, security, paramStand, ...sought }: Sought,
): Promise<Condition[]> {
  const asked: Filter[] = []
  if (groupId) asked.push({ field: 'groupId', op: 'in', values: [groupId] })
  if (classificationId)
    asked.push({ field: 'classificationId', op: 'in', values: [classificationId] })
  if (tag) asked.push({ field: 'tag', op: 'hasAny', values: [tag] })
  if (alarmKind) asked.push({ field: 'alarmKind', op: 'in', values: [alarmKind] })
  if (security) asked.push({ field: 'security', op: 'in', values: [security] })
  if (paramStand) asked.push({ field: 'paramStand', op: 'in', values: [paramStand] })
  for (const field of ['firmware', 'agentVersion'] as const)
    if (sought[field]) asked.push({ field, op: 'is', values: [sought[field]] })
  const read = tree ? readFilter(tree) : null
  if (read) asked.push(read)
  const lookup = lookupIn(db)
  return Promise.all(asked.map((one) => filterCondition(one, lookup)))
}

/** How many living terminals the caller sees that match conditions which the tally can answer. */
export async function tally(ctx: Context, query: EstateQuery): Promise<number> {
  const places = await totalPlaces(ctx, query.orgId)
  const source = places
    ? livesAt(places)
    : sql`(select * from device_tally where ${await estateOf(ctx, query.orgId)}) `
  const rows = await prepared(
    ctx,
    sql<{ total: number }>`select coalesce(sum(count), 0)::bigint as total
      from ${source} as tally where ${allOf(tallied(query))}`,
  )
  return rows[0]?.total ?? 0
}

/** Columns that an index of the whole estate keeps in order; ids are in order of creation. */
const walked: ReadonlyMap<string, string> = new Map([
  ['sn', 'sn'],
  ['createdAt', 'id'],
])

export const isWalked = (sortField: string | undefined): boolean => walked.has(sortField ?? 'sn')

interface Wanted<W> {
  readonly conditions: readonly Condition[]
  readonly window: W
  readonly query: Pick<EstateQuery, 'sortField' | 'sortOrder'> & {
    readonly pageSize?: number
    /** The last terminal of the page before, where the caller goes through them all. */
    readonly after?: Readonly<Record<string, unknown>> | undefined
  }
}

/** The page after a terminal, in an order that an index keeps: those before it are not walked over. */
function goingOn({ conditions, window, query }: Wanted<Window>): Omit<Wanted<Window>, 'query'> {
  const { after, sortField = 'sn', sortOrder, pageSize = window.limit } = query
  const column = walked.get(sortField)
  const place = column && after?.[column]
  if (!column || typeof place !== 'string') return { conditions, window }
  const isFurther =
    sortOrder === 'desc'
      ? sql<SqlBool>`${sql.ref(column)} < ${place}`
      : sql<SqlBool>`${sql.ref(column)} > ${place}`
  return {
    conditions: [...conditions, isFurther],
    window: { fromEnd: false, offset: 0, limit: pageSize },
  }
}

/**
 * The terminals of one page of a long list, by their ids: read from the terminals' own table and
 * mostly from its index alone.
 */
export async function walk(ctx: Pick<Context, 'db'>, wanted: Wanted<Window>): Promise<string[]> {
  const { query } = wanted
  const { conditions, window } = goingOn(wanted)
  const { source, column, direction } = orderOf(query, window.fromEnd)
  const { rows } = await sql<{ id: string }>`select id from ${source} where ${allOf(conditions)}
    order by ${column} ${direction} limit ${window.limit} offset ${window.offset}`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  return window.fromEnd ? ids.toReversed() : ids
}

interface Found {
  /** How many match, counted no further than {@link countCap} and one. */
  readonly total: number
  /** The page's terminals; none, when more match than are counted: these are only some of them. */
  readonly ids: string[]
}

/** Counts a search and picks a page of what it found, in one pass over it. */
export async function search(
  ctx: Context,
  wanted: Wanted<{ readonly offset: number; readonly limit: number }>,
): Promise<Found> {
  const { conditions, window, query } = wanted
  const { source, column, direction } = orderOf(query, false)
  const { rows } = await sql<Found>`with found as materialized (
      select id, ${column} as place from ${source} where ${allOf(conditions)} limit ${countCap + 1})
    select total, case when total <= ${countCap} then array(select id from found
        order by place ${direction} limit ${window.limit} offset ${window.offset}) else '{}' end as ids
    from (select count(*) as total from found) as counted`.execute(ctx.db)
  return rows[0] ?? { total: 0, ids: [] }
}

function orderOf({ sortField = 'sn', sortOrder }: Wanted<never>['query'], fromEnd: boolean) {
  const direction = (sortOrder === 'desc') === fromEnd ? sql`asc` : sql`desc`
  const column = walked.get(sortField)
  if (column) return { source: sql`device`, column: sql.ref(column), direction }
  // Any other order needs the joined columns and is only for lists that are short enough to sort.
  const name = sortField.replace(/^(updated|deleted)By$/, '$&Name')
  const tied = sql`${direction} nulls last, id ${direction}`
  return { source: sql`device_row as device`, column: sql.ref(name), direction: tied }
}
