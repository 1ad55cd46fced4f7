import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import type { Window } from './estate.rules.ts'

// Orders of the list of terminals that hold for any number of them: an index keeps each.

interface Wanted {
  /** On columns of the terminals. */
  readonly conditions: readonly Condition[]
  /** Whether they ask for more than their place in the estate, which stands beside each order, too. */
  readonly isSearch: boolean
  readonly window: Window
  readonly query: {
    readonly sortField?: string | undefined
    readonly sortOrder?: 'asc' | 'desc' | undefined
  }
}

/** A column that an index keeps in order, and where; what terminals change by themselves stands apart. */
interface KeptOrder {
  readonly column: string
  readonly table: 'device' | 'device_order' | 'device_version'
}

const kept: ReadonlyMap<string, KeptOrder> = new Map<string, KeptOrder>([
  ['name', { column: 'name', table: 'device' }],
  ['firmware', { column: 'firmware', table: 'device_version' }],
  ['updatedAt', { column: 'updated_at', table: 'device' }],
  ['lastSeenAt', { column: 'seen_at', table: 'device_order' }],
  ['batteryPercent', { column: 'battery', table: 'device_order' }],
])

interface NamedOrder {
  readonly table: string
  readonly key: string
}

/** Names that few records have for many terminals: the few are walked in order, and theirs within each. */
const named: ReadonlyMap<string, NamedOrder> = new Map([
  ['orgName', { table: 'organization', key: 'org_id' }],
  ['modelName', { table: 'model', key: 'model_id' }],
])

/** Every order that {@link walkOrder} knows. */
export const keptOrders: readonly string[] = [...kept.keys(), ...named.keys()]

/** Whether {@link walkOrder} knows the order. */
export const isKept = (sortField: string | undefined): boolean =>
  sortField !== undefined && keptOrders.includes(sortField)

/** The terminals of one page of a long list, by their ids. Those without a value come last. */
export async function walkOrder(ctx: Pick<Context, 'db'>, wanted: Wanted): Promise<string[]> {
  const { sortField = '', sortOrder } = wanted.query
  const { fromEnd } = wanted.window
  const direction = (sortOrder === 'desc') === fromEnd ? sql`asc` : sql`desc`
  const order = kept.get(sortField)
  const ids = order
    ? await walkKept(ctx, { ...wanted, order, direction })
    : await walkNamed(ctx, { ...wanted, direction })
  return fromEnd ? ids.toReversed() : ids
}

interface Directed extends Wanted {
  readonly direction: RawBuilder<unknown>
}

/**
 * Subqueries with an offset stay apart: only a nested loop can join a lateral one, and it keeps the
 * order of what it goes through. To ask for the order once more would sort the estate.
 */
async function walkNamed(
  ctx: Pick<Context, 'db'>,
  { direction, ...wanted }: Directed,
): Promise<string[]> {
  const { conditions, window, query } = wanted
  const { table, key } = named.get(query.sortField ?? '') ?? { table: '', key: '' }
  const { rows } = await sql<{ id: string }>`select found.id
    from (select id as place_id from ${sql.table(table)}
        order by name ${direction}, id ${direction} offset 0) as place
      cross join lateral (select device.id from device
        where ${sql.ref(`device.${key}`)} = place.place_id and ${allOf(conditions)}
        order by sn ${direction} offset 0) as found
    limit ${window.limit} offset ${window.offset}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** A run of terminals in order: those with a value, or those without. */
interface Run {
  readonly source: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** The runs one after the other: an index has those without a value at one end, whatever the direction. */
async function walkKept(
  ctx: Pick<Context, 'db'>,
  { order, isSearch, direction, conditions, window }: Directed & { order: KeptOrder },
): Promise<string[]> {
  const { source, column, tie } = sourceOf(order, isSearch)
  const where = allOf(conditions)
  const valued = {
    source,
    where: sql`${where} and ${column} is not null`,
    order: sql`${column} ${direction}, ${tie} ${direction}`,
  }
  const empty = {
    source,
    where: sql`${where} and ${column} is null`,
    order: sql`${tie} ${direction}`,
  }
  const [first, second] = window.fromEnd ? [empty, valued] : [valued, empty]
  const ids = await read(ctx, first, window)
  const missing = window.limit - ids.length
  if (missing === 0) return ids
  const before =
    ids.length > 0 ? window.offset + ids.length : await count(ctx, first, window.offset)
  const offset = Math.max(0, window.offset - before)
  return [...ids, ...(await read(ctx, second, { limit: missing, offset }))]
}

interface Source {
  readonly source: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  /** Orders those that are alike; ids are in order of creation. */
  readonly tie: RawBuilder<unknown>
}

/** Where the order is kept, under the name that the conditions speak of. */
function sourceOf({ column, table }: KeptOrder, isSearch: boolean): Source {
  if (table === 'device' || !isSearch)
    return {
      source: sql`${sql.table(table)} as device`,
      column: sql.ref(`device.${column}`),
      tie: sql`device.id`,
    }
  return {
    source: sql`(select id as place_id, ${sql.ref(column)} as place_value from ${sql.table(table)}
      where deleted_at is null) as place join device on device.id = place.place_id`,
    column: sql`place.place_value`,
    tie: sql`place.place_id`,
  }
}

async function read(
  ctx: Pick<Context, 'db'>,
  { source, where, order }: Run,
  { limit, offset }: Pick<Window, 'limit' | 'offset'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select device.id from ${source} where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** How many a run has, no further than `most`. */
async function count(
  ctx: Pick<Context, 'db'>,
  { source, where }: Run,
  most: number,
): Promise<number> {
  if (most === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select from ${source} where ${where} limit ${most}) as counted`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
