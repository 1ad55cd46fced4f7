import { countCap } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { type Asked, windowOf } from './pageOrder.ts'

type Row = Record<string, unknown>

/** An order of rows by a column of the one record that each of them belongs to. */
export interface Walked {
  /** The member that the list is sorted by. */
  readonly sortField: string
  /** The table of the records, which has an index by `column` that knows their ids. */
  readonly table: string
  readonly column: string
  /** The column that holds a record's id, of the view and of the table below it; an index finds rows by it. */
  readonly key: string
  /** The table that the rows are of: most records have none, and are passed over by a look at it. */
  readonly of: string
}

/** Rows of a table about terminals, by the serial number. */
export const bySerialNumber = (of: string): Walked => ({
  sortField: 'sn',
  table: 'device',
  column: 'sn',
  key: 'deviceId',
  of,
})

interface Wanted {
  readonly view: string
  readonly where: RawBuilder<SqlBool>
  readonly walked: Walked
  readonly query: Asked & { readonly total?: number | undefined }
}

/** How many match, or one more than are counted. */
export async function countMatching(
  { db }: Pick<Context, 'db'>,
  { view, where }: Pick<Wanted, 'view' | 'where'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from
    (select 1 from ${sql.table(view)} as row where ${where} limit ${countCap + 1}) as matching`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/**
 * One page in the order of what another table has, and how many match. Few are sorted; of many, the other table is
 * walked in its order, and the rows of each record are looked up until the page is full. Either way only ids are
 * gone through, and what rows show is joined for those of the page.
 */
export async function readWalked(
  ctx: Pick<Context, 'db'>,
  { query, ...wanted }: Wanted,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const total = query.total ?? (await countMatching(ctx, wanted))
  const direction = query.sortOrder === 'desc' ? sql`desc` : sql`asc`
  const asked = { ...wanted, direction, window: windowOf(query) }
  const page = total < countCap ? sortedIds(asked) : walkedIds(asked)
  const { view, walked } = wanted
  const { rows } = await sql<Row>`with page as materialized (${page})
    select row.* from ${sql.table(view)} as row
    where row.${sql.ref(walked.key)} = any(array(select page.place_id from page))
      and row.id = any(array(select page.id from page))
    order by row.${sql.ref(walked.sortField)} ${direction}, row.id ${direction}`.execute(ctx.db)
  return { rows, total }
}

interface Directed extends Omit<Wanted, 'query'> {
  readonly direction: RawBuilder<unknown>
  readonly window: RawBuilder<unknown>
}

/** All that match are found first: whoever sorts by an index goes on looking for few until its end. */
const sortedIds = ({ view, where, walked, direction, window }: Directed) =>
  sql`select found.id, found.place_id
    from (select row.id, row.${sql.ref(walked.key)} as place_id, row.${sql.ref(walked.sortField)} as place
        from ${sql.table(view)} as row where ${where} offset 0) as found
    order by found.place ${direction}, found.id ${direction} ${window}`

/** Subqueries with an offset stay apart: only a nested loop can join a lateral one, and it keeps the order. */
const walkedIds = ({ view, where, walked, direction, window }: Directed) =>
  sql`select found.id, place.place_id
    from (select id as place_id from ${sql.table(walked.table)} order by ${sql.ref(walked.column)} ${direction} offset 0) as place
      cross join lateral (select from ${sql.table(walked.of)} as own
        where own.${sql.ref(walked.key)} = place.place_id limit 1) as any_of_it
      cross join lateral (select row.id from ${sql.table(view)} as row
        where row.${sql.ref(walked.key)} = place.place_id and ${where} order by row.id ${direction} offset 0) as found
    ${window}`
