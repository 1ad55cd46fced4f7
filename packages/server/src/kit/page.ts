import { countCap } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { countMatching, readWalked, type Walked } from './walkedPage.ts'
import {
  type Asked,
  furtherThan,
  orderBy,
  type Ordered,
  placesOf,
  toldBy,
  windowOf,
} from './pageOrder.ts'

export type Row = Record<string, unknown>
export type Condition = RawBuilder<SqlBool>

export interface PageQuery extends Asked {
  /** How many match, where the caller knows: then nothing is counted. */
  readonly total?: number | undefined
}

export interface PageSource extends Ordered {
  readonly conditions: readonly Condition[]
  /** An order that another table keeps. */
  readonly walked?: Walked
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
  if (isWalked(source, query)) return pageWalked(ctx, source, query)
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
  if (isWalked(source, query)) return pageWalked(ctx, source, query)
  const rows = sql<Row>`select row.* from ${sql.table(source.view)} as row
    where ${allOf(source.conditions)} order by ${orderBy(placesOf(source, query))} ${windowOf(query)}`
  return counted(ctx, source, { query, rows })
}

type WalkedSource = PageSource & { readonly walked: Walked }

/** Who goes through all pages has each begin where the last one ended. */
const isWalked = (source: PageSource, { sortField, after }: PageQuery): source is WalkedSource =>
  source.walked !== undefined && source.walked.sortField === sortField && after === undefined

async function pageWalked<R>(
  ctx: Context,
  { view, walked, conditions }: WalkedSource,
  query: PageQuery,
): Promise<Page<R>> {
  const where = allOf(conditions)
  const { rows, total } = await readWalked(ctx, { view, where, walked, query })
  // As below: the caller says which members the view's columns are.
  return pageOf(rows.map(named) as R[], total, query)
}

/** A page of rows that were counted, up to one more than are told. */
const pageOf = <R>(list: R[], total: number, { pageNum, pageSize, total: given }: PageQuery) =>
  given === undefined
    ? { list, total: Math.min(total, countCap), capped: total > countCap, pageNum, pageSize }
    : { list, total: given, pageNum, pageSize }

type Read = { readonly query: PageQuery; readonly rows: RawBuilder<Row> }

/** The page that a statement reads, and how many rows match. */
export async function counted<R>(
  ctx: Context,
  source: Pick<PageSource, 'view' | 'conditions'>,
  { query, rows }: Read,
): Promise<Page<R>> {
  const { pageNum, pageSize } = query
  // The view's columns are the row's members; the caller says which they are.
  const list = (await rows.execute(ctx.db)).rows.map(named) as R[]
  const total = toldBy(list, query) ?? query.total
  if (total !== undefined) return { list, total, pageNum, pageSize }
  const where = allOf(source.conditions)
  return pageOf(list, await countMatching(ctx, { view: source.view, where }), query)
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
