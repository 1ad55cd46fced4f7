import { codes } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from './refusal.ts'

/** Which page of a list, in which order. */
export interface Asked {
  readonly pageNum: number
  readonly pageSize: number
  readonly sortField?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  /** The last row of the page before, where the caller goes through them all: what is before it is not walked over. */
  readonly after?: Readonly<Record<string, unknown>> | undefined
}

export interface Ordered {
  /** A view whose columns are the row's members. */
  readonly view: string
  /** Members that a list may be sorted by. */
  readonly sortable: ReadonlySet<string>
  /** The order where the caller names none; a column after a dash goes down. */
  readonly order: readonly string[]
  /** How the database finds a row again, of a view whose ids are put together; usually by its id. */
  readonly found?: (row: Readonly<Record<string, unknown>>) => RawBuilder<SqlBool>
}

/** A page by its number. */
export const windowOf = ({ pageNum, pageSize }: Asked): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`

/** How many match, as a page tells by itself: the last one, and the first where it finds none. Others have to count. */
export const toldBy = (
  list: readonly unknown[],
  { pageNum, pageSize }: Pick<Asked, 'pageNum' | 'pageSize'>,
): number | undefined =>
  list.length < pageSize && (list.length > 0 || pageNum === 1)
    ? (pageNum - 1) * pageSize + list.length
    : undefined

/** A column that a list is ordered by. */
export interface Placed {
  readonly column: string
  readonly isDown: boolean
  /** Where rows without a value come; null: there are none. */
  readonly nulls: 'first' | 'last' | null
}

/** The caller's order, or the list's own; by id where rows are alike, so that pages do not overlap. */
export function placesOf(source: Ordered, { sortField, sortOrder }: Asked): Placed[] {
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
export function placed(order: string): Placed {
  const isDown = order.startsWith('-')
  const column = isDown ? order.slice(1) : order
  if (neverNull.has(column)) return { column, isDown, nulls: null }
  return { column, isDown, nulls: isDown ? 'first' : 'last' }
}

/** The order by some columns. */
export const orderBy = (places: readonly Placed[]): RawBuilder<unknown> =>
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
  readonly where: readonly RawBuilder<SqlBool>[]
  readonly window: RawBuilder<unknown>
}

/** A page by its number, or the one after a row: that is found once more, as it stands in the order. */
export function furtherThan(source: Ordered, query: Asked, places: readonly Placed[]): Further {
  const id = query.after?.['id']
  if (typeof id !== 'string') return { from: sql``, where: [], window: windowOf(query) }
  const columns = places.map(({ column }, place) => sql`${sql.ref(column)} as ${last(place)}`)
  return {
    from: sql`last as materialized (select ${sql.join(columns)} from ${sql.table(source.view)} as row
      where ${source.found?.(query.after ?? {}) ?? sql`id = ${id}`} limit 1),`,
    where: [isAfter(places, 0)],
    window: sql`limit ${query.pageSize}`,
  }
}

const last = (place: number) => sql.ref(`place${place}`)

/** Comes after the last row by the places from this one on. */
function isAfter(places: readonly Placed[], from: number): RawBuilder<SqlBool> {
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
