import { codes, countCap } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { Refusal } from './refusal.ts'

export type Row = Record<string, unknown>
export type Condition = RawBuilder<SqlBool>

export interface PageQuery {
  readonly pageNum: number
  readonly pageSize: number
  readonly sortField?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  /** How many match, where the caller knows: then nothing is counted. */
  readonly total?: number | undefined
  /** The last row of the page before, where the caller goes through them all: what is before it is not walked over. */
  readonly after?: Readonly<Row> | undefined
}

export interface PageSource {
  /** A view whose columns are the row's members. */
  readonly view: string
  readonly conditions: readonly Condition[]
  /** Members that a list may be sorted by. */
  readonly sortable: ReadonlySet<string>
  /** The order where the caller names none; a column after a dash goes down. */
  readonly order: readonly string[]
}

export interface Page<R = Row> {
  readonly list: R[]
  readonly total: number
  readonly capped?: boolean
  readonly pageNum: number
  readonly pageSize: number
}

/** One page of a view and how many rows match, counted no further than {@link countCap}. */
export function pageRows<R = Row>(
  ctx: Context,
  source: PageSource,
  query: PageQuery,
): Promise<Page<R>> {
  const places = placesOf(source, query)
  const order = orderBy(places)
  const further = furtherThan(source, query, places)
  // The page's ids first, so that the rest is joined for them alone; as one array, since of many tables a joined one may come last.
  const rows = sql<Row>`with ${further.from} page as materialized (
      select id from ${sql.table(source.view)} as row where ${allOf([...source.conditions, ...further.where])}
      order by ${order} ${further.window})
    select row.* from ${sql.table(source.view)} as row
    where row.id = any(array(select id from page)) order by ${order}`
  return counted(ctx, source, { query, rows })
}

/** The same of a view whose ids are put together: no index finds a row by them. */
export function pageWholeRows<R = Row>(
  ctx: Context,
  source: PageSource,
  query: PageQuery,
): Promise<Page<R>> {
  const rows = sql<Row>`select row.* from ${sql.table(source.view)} as row
    where ${allOf(source.conditions)} order by ${orderBy(placesOf(source, query))} ${windowOf(query)}`
  return counted(ctx, source, { query, rows })
}

const windowOf = ({ pageNum, pageSize }: PageQuery): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`

interface Asked {
  readonly query: PageQuery
  readonly rows: RawBuilder<Row>
}

async function counted<R>(ctx: Context, source: PageSource, asked: Asked): Promise<Page<R>> {
  const { pageNum, pageSize, total: given } = asked.query
  const rows = await asked.rows.execute(ctx.db)
  // The view's columns are the row's members; the caller says which they are.
  const list = rows.rows.map(named) as R[]
  // The last page tells the total by itself; only other pages have to count.
  const isLast = list.length > 0 && list.length < pageSize
  const known = isLast ? (pageNum - 1) * pageSize + list.length : given
  if (known !== undefined) return { list, total: known, pageNum, pageSize }
  const matching = await sql<{ total: number }>`select count(*) as total from
    (select 1 from ${sql.table(source.view)} as row where ${allOf(source.conditions)} limit ${countCap + 1}) as matching`.execute(
    ctx.db,
  )
  const total = matching.rows[0]?.total ?? 0
  return { list, total: Math.min(total, countCap), capped: total > countCap, pageNum, pageSize }
}

/** Rows carry the names of those who changed them in place of their ids. */
export const named = <R extends Row>(row: R) => ({
  ...row,
  updatedBy: nameIn(row['updatedByName']),
  deletedBy: nameIn(row['deletedByName']),
})

const nameIn = (name: unknown): string | null => (typeof name === 'string' ? name : null)

/** All conditions hold. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql.join([...conditions], sql` and `)

/** A column that a list is ordered by. */
interface Placed {
  readonly column: string
  readonly isDown: boolean
  /** Where rows without a value come; null: there are none. */
  readonly nulls: 'first' | 'last' | null
}

/** The caller's order, or the list's own; by id where rows are alike, so that pages do not overlap. */
function placesOf(source: PageSource, { sortField, sortOrder }: PageQuery): Placed[] {
  if (sortField === undefined) return [...source.order, 'id'].map(placed)
  if (!source.sortable.has(sortField)) throw new Refusal(codes.badRequest, 'refusal.unknownSort')
  const isDown = sortOrder === 'desc'
  // Rows show names where the table holds ids.
  const column = sortField.replace(/^(updated|deleted)By$/, '$&Name')
  return [
    { column, isDown, nulls: neverNull.has(column) ? null : 'last' },
    { column: 'id', isDown, nulls: null },
  ]
}

/** Members that every row has: an index read backwards is in their order, `nulls last` is another one. */
const neverNull: ReadonlySet<string> = new Set(
  'id at createdAt updatedAt lastAt changedAt'.split(' '),
)

/** `-createdAt`: the latest first. */
function placed(order: string): Placed {
  const isDown = order.startsWith('-')
  const column = isDown ? order.slice(1) : order
  if (neverNull.has(column)) return { column, isDown, nulls: null }
  return { column, isDown, nulls: isDown ? 'first' : 'last' }
}

const orderBy = (places: readonly Placed[]): RawBuilder<unknown> =>
  sql.join(
    places.map(({ column, isDown, nulls }) => {
      const direction = isDown ? sql`desc` : sql`asc`
      // The other ends are where the database has them by itself, and so has an index.
      return nulls === 'last' && isDown
        ? sql`${sql.ref(column)} ${direction} nulls last`
        : sql`${sql.ref(column)} ${direction}`
    }),
  )

interface Further {
  readonly from: RawBuilder<unknown>
  readonly where: readonly Condition[]
  readonly window: RawBuilder<unknown>
}

/** A page by its number, or the one after a row: that is found once more, as it stands in the order. */
function furtherThan(source: PageSource, query: PageQuery, places: readonly Placed[]): Further {
  const id = query.after?.['id']
  if (typeof id !== 'string') return { from: sql``, where: [], window: windowOf(query) }
  const columns = places.map(({ column }, place) => sql`${sql.ref(column)} as ${last(place)}`)
  return {
    from: sql`last as materialized (select ${sql.join(columns)} from ${sql.table(source.view)} as row
      where id = ${id} limit 1),`,
    where: [isAfter(places, 0)],
    window: sql`limit ${query.pageSize}`,
  }
}

const last = (place: number) => sql.ref(`place${place}`)

/** Comes after the last row by the places from this one on. */
function isAfter(places: readonly Placed[], from: number): Condition {
  const place = places[from]
  if (!place) return sql<SqlBool>`false`
  const here = sql.ref(place.column)
  const there = sql`(select ${last(from)} from last)`
  const isBeyond = place.isDown ? sql`${here} < ${there}` : sql`${here} > ${there}`
  const isAlike = sql`${here} is not distinct from ${there} and ${isAfter(places, from + 1)}`
  if (place.nulls === null) {
    // What an index in this order can begin with.
    const isNotBefore = place.isDown ? sql`${here} <= ${there}` : sql`${here} >= ${there}`
    return sql<SqlBool>`(${isNotBefore} and (${isBeyond} or ${isAlike}))`
  }
  const ends =
    place.nulls === 'last'
      ? sql`${here} is null and ${there} is not null`
      : sql`${here} is not null and ${there} is null`
  return sql<SqlBool>`(${isBeyond} or ${ends} or ${isAlike})`
}

/** Text that `like` takes literally: a person who searches `50%` means these three characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** `column` contains `text`, in any case. */
export const contains = (column: string | RawBuilder<unknown>, text: string): Condition =>
  sql<SqlBool>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${`%${escapeLike(text)}%`}`

/** A range instead of a pattern: it can use an index whatever the caller may see. */
export const beginsWith = (column: RawBuilder<unknown>, prefix: string): Condition =>
  sql<SqlBool>`${column} >= ${prefix} and ${column} < ${prefixEnd(prefix)}`

/** A text after all that begin with `prefix`, by bytes: nothing is written beyond the last character. */
export const prefixEnd = (prefix: string): string => `${prefix}\u{10FFFF}`

/** Any of the columns contains the text. */
export const anyContains = (columns: readonly string[], text: string): Condition =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => contains(column, text)),
    sql` or `,
  )})`

/** What belongs to an organisation or to one below it. */
export const isWithin = (orgId: string): Condition =>
  sql<SqlBool>`org_id in (select below.id from organization as below where below.path <@
    (select top.path from organization as top where top.id = ${orgId}))`

/** `column` is `value`. */
export const equals = (column: string, value: unknown): Condition =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`
