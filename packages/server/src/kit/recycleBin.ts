import { codes } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from './context.ts'
import { allOf, type Condition, type Row } from './page.ts'
import { alive, announce, find, type Known, lock, type Place } from './binRows.ts'
import type { Changes, NewRecord, RecordTable, Stored, StoredRow } from './record.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Scope } from '../access/scope.ts'
import { translate } from '../platform/texts.ts'

/** Ids, or everything that the caller may touch. */
export type Which = readonly string[] | 'all'

/**
 * A table whose records go to a recycle bin before they go for good.
 * @typeParam R a record as it is shown
 * @typeParam N what a new one is made of
 */
export interface Bin<R extends Stored = Stored, N = object> extends Place {
  find(ctx: Context, id: string): Promise<R>
  add(ctx: Context, values: N): Promise<R>
  /** Refuses when another editor was faster. */
  update(ctx: Context, values: Changes<N>): Promise<R>
  /** Rows of the view as lists show them. */
  show(ctx: Context, rows: readonly Stored[]): Promise<R[]>
  /** Answers the ids that changed: not those that had the status already. */
  setStatus(ctx: Context, ids: readonly string[], status: number): Promise<readonly string[]>
  /** This and what follows answer the ids that changed: all that were asked for, or none. */
  remove(ctx: Context, ids: readonly string[]): Promise<readonly string[]>
  revert(ctx: Context, ids: Which): Promise<readonly string[]>
  destroy(ctx: Context, ids: Which): Promise<readonly string[]>
}

const inBin = sql<boolean>`deleted_at is not null`
/**
 * The life of records in a table with `deleted_at`, `status` and `version`.
 * @param scope which rows a caller may touch: required, there is no default
 */
export function recycleBin<T extends RecordTable>(
  path: string,
  table: T,
  scope: Scope,
): Bin<StoredRow<T>, NewRecord<T>> {
  const place: Place = { path, table, view: `${table}Row`, scope }
  const records: Bin<Known, Row> = {
    ...place,
    find: (ctx, id) => find(place, ctx, id),
    add: (ctx, values) => add(place, ctx, values),
    update: (ctx, values) => update(place, ctx, values),
    show: async (_, rows) => rows.map((row) => ({ ...row })),
    setStatus: async (ctx, ids, status) => {
      const set = sql`status = ${status}, updated_at = now(), updated_by = ${ctx.principal.userId}`
      const others = (await lock(place, ctx, ids)).filter((row) => row.status !== status)
      if (others[0]) ctx.note({ before: { status: others[0].status }, after: { status } })
      return change(place, ctx, { set, ids: others.map((row) => row.id), state: alive })
    },
    remove: (ctx, ids) => {
      const set = sql`deleted_at = now(), deleted_by = ${ctx.principal.userId}`
      return change(place, ctx, { set, ids, state: alive })
    },
    revert: (ctx, ids) =>
      change(place, ctx, { set: sql`deleted_at = null, deleted_by = null`, ids, state: inBin }),
    destroy: (ctx, ids) => change(place, ctx, { set: null, ids, state: inBin }),
  }
  // The statements are put together from names; what these hold, the table's own types tell.
  return records as unknown as Bin<StoredRow<T>, NewRecord<T>>
}

// The table is a parameter here; see above.
const tablesOf = (ctx: Context) => ctx.db as unknown as Kysely<Record<string, Row>>

async function add(place: Place, ctx: Context, values: Row): Promise<Known> {
  const { id } = await tablesOf(ctx)
    .insertInto(place.table)
    .values({ ...values, createdBy: ctx.principal.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Read back within the scope: nobody adds a record where he may not see it.
  const row = await find(place, ctx, String(id))
  ctx.note({ after: row })
  await announce(place, ctx, [row])
  return row
}

async function update(place: Place, ctx: Context, changes: Changes<Row>): Promise<Known> {
  const { id, version, ...values } = changes
  const [before] = await lock(place, ctx, [id])
  if (before?.version !== version) throw await conflict(place, ctx, id)
  const updatedBy = ctx.principal.userId
  await tablesOf(ctx)
    .updateTable(place.table)
    .set({ ...values, version: version + 1, updatedAt: sql`now()`, updatedBy })
    .where('id', '=', id)
    .execute()
  const after = await find(place, ctx, id)
  ctx.note({ before, after })
  await announce(place, ctx, [before, after])
  return after
}

interface Change {
  /** What is set; null destroys. */
  readonly set: RawBuilder<unknown> | null
  readonly ids: Which
  /** Which of the two sides of the bin the records must be on. */
  readonly state: Condition
}

/** All or nothing: an id that is not there, or not the caller's, refuses the whole. */
async function change(place: Place, ctx: Context, { set, ids, state }: Change): Promise<string[]> {
  const table = sql.table(place.table)
  const named = ids === 'all' ? [] : [sql<boolean>`id = any(${[...ids]}::uuid[])`]
  const where = allOf([state, place.scope.rows(ctx.principal), ...named])
  const statement = set
    ? sql<Known>`update ${table} set ${set}, version = version + 1 where ${where} returning *`
    : sql<Known>`delete from ${table} where ${where} returning *`
  const { rows } = await statement.execute(ctx.db)
  if (ids !== 'all' && rows.length < new Set(ids).size) throw notFound()
  return announce(place, ctx, rows)
}

/**
 * Refuses when another editor was faster than what was read: so what is judged of a record before it
 * is locked is judged of the one that is changed.
 */
export async function requireVersion(
  place: Place,
  ctx: Context,
  { before, version }: { readonly before: Stored; readonly version: number },
): Promise<void> {
  if (before.version !== version) throw await conflict(place, ctx, before.id)
}

async function conflict(place: Place, ctx: Context, id: string): Promise<Refusal> {
  const { updatedBy, version } = await find(place, ctx, id)
  const name = updatedBy ?? translate(ctx.language, 'someone')
  const detail = { params: { name }, data: { version } }
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
}

/** A bin of which columns of the type JSON hold values of a known shape: `holding<{ rule: Filter | null }>()(bin)`. */
export const holding =
  <J extends object>() =>
  <R extends Stored, N>(
    bin: Bin<R, N>,
  ): Bin<Omit<R, keyof J> & J & Stored, Omit<N, keyof J> & Partial<J>> =>
    // Nobody else writes these columns, and their calls let nothing else through.
    bin as unknown as Bin<Omit<R, keyof J> & J & Stored, Omit<N, keyof J> & Partial<J>>
