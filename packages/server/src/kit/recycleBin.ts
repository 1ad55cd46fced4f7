import { codes } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { Context } from './context.ts'
import { allOf, type Condition, named, type Row } from './page.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'
import { translate } from '../platform/texts.ts'

/** Ids, or everything that the caller may touch. */
export type Which = readonly string[] | 'all'

interface Place {
  /** Path that the consoles' caches know the records by. */
  readonly path: string
  readonly table: string
  /** The table's view with the joined columns that a list shows: `<table>_row`. */
  readonly view: string
  readonly scope: Scope
}

/** A table whose records go to a recycle bin before they go for good. */
export interface Bin extends Place {
  find(ctx: Context, id: string): Promise<Row>
  add(ctx: Context, values: Row): Promise<Row>
  /** `values` carries id and version; refuses when another editor was faster. */
  update(ctx: Context, values: Row): Promise<Row>
  /** Answers the ids that changed: not those that had the status already. */
  setStatus(ctx: Context, ids: readonly string[], status: number): Promise<readonly string[]>
  /** This and what follows answer the ids that changed: all that were asked for, or none. */
  remove(ctx: Context, ids: readonly string[]): Promise<readonly string[]>
  revert(ctx: Context, ids: Which): Promise<readonly string[]>
  destroy(ctx: Context, ids: Which): Promise<readonly string[]>
}

const inBin = sql<boolean>`deleted_at is not null`
const alive = sql<boolean>`deleted_at is null`

/**
 * The life of records in a table with `deleted_at`, `status` and `version`.
 * @param scope which rows a caller may touch: required, there is no default
 */
export function recycleBin(path: string, table: keyof DB, scope: Scope): Bin {
  const place: Place = { path, table, view: `${table}Row`, scope }
  return {
    ...place,
    find: (ctx, id) => find(place, ctx, id),
    add: (ctx, values) => add(place, ctx, values),
    update: (ctx, values) => update(place, ctx, values),
    setStatus: async (ctx, ids, status) => {
      const set = sql`status = ${status}, updated_at = now(), updated_by = ${ctx.principal.userId}`
      const others = (await lock(place, ctx, ids)).filter((row) => row['status'] !== status)
      if (others[0]) ctx.note({ before: { status: others[0]['status'] }, after: { status } })
      return change(place, ctx, { set, ids: others.map((row) => String(row['id'])), state: alive })
    },
    remove: (ctx, ids) => {
      const set = sql`deleted_at = now(), deleted_by = ${ctx.principal.userId}`
      return change(place, ctx, { set, ids, state: alive })
    },
    revert: (ctx, ids) =>
      change(place, ctx, { set: sql`deleted_at = null, deleted_by = null`, ids, state: inBin }),
    destroy: (ctx, ids) => change(place, ctx, { set: null, ids, state: inBin }),
  }
}

// The table is a parameter here; its column types are the contract's, checked at the edge.
const tablesOf = (ctx: Context) => ctx.db as unknown as Kysely<Record<string, Row>>

async function find({ view, scope }: Place, ctx: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(view)} as row
    where id = ${id} and ${alive} and ${scope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return named(rows[0])
}

async function add(place: Place, ctx: Context, values: Row): Promise<Row> {
  const { id } = await tablesOf(ctx)
    .insertInto(place.table)
    .values({ ...values, createdBy: ctx.principal.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Read back within the scope: nobody adds a record where he may not see it.
  const row = await find(place, ctx, String(id))
  ctx.note({ after: row })
  announce(place, ctx, [row])
  return row
}

async function update(place: Place, ctx: Context, changes: Row): Promise<Row> {
  const { id, version, ...values } = changes
  const [before = {}] = await lock(place, ctx, [String(id)])
  if (before['version'] !== version) throw await conflict(place, ctx, String(id))
  const updatedBy = ctx.principal.userId
  await tablesOf(ctx)
    .updateTable(place.table)
    .set({ ...values, version: Number(version) + 1, updatedAt: sql`now()`, updatedBy })
    .where('id', '=', id)
    .execute()
  const after = await find(place, ctx, String(id))
  ctx.note({ before, after })
  announce(place, ctx, [before, after])
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
    ? sql<Row>`update ${table} set ${set}, version = version + 1 where ${where} returning *`
    : sql<Row>`delete from ${table} where ${where} returning *`
  const { rows } = await statement.execute(ctx.db)
  if (ids !== 'all' && rows.length < new Set(ids).size) throw notFound()
  return announce(place, ctx, rows)
}

function announce({ path, scope }: Place, ctx: Context, rows: readonly Row[]): string[] {
  const { orgColumn } = scope
  const ids = [...new Set(rows.map((row) => String(row['id'])))]
  if (!orgColumn) ctx.changed(path, ids)
  else for (const row of rows) ctx.changed(path, [String(row['id'])], [String(row[orgColumn])])
  ctx.note({ targetIds: ids, rows })
  return ids
}

/** Locks records as an update does: whoever only names one in a row of its own does not wait. */
async function lock({ table, scope }: Place, ctx: Context, ids: readonly string[]): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where id = any(${[...ids]}::uuid[])
    and ${alive} and ${scope.rows(ctx.principal)} order by id for no key update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}

async function conflict(place: Place, ctx: Context, id: string): Promise<Refusal> {
  const { updatedBy, version } = await find(place, ctx, id)
  const name = typeof updatedBy === 'string' ? updatedBy : translate(ctx.language, 'someone')
  const detail = { params: { name }, data: { version } }
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
}
