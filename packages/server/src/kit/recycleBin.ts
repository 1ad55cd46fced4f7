import { codes } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { Context } from './context.ts'
import { allOf, type Condition, named, type Row } from './page.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'
import { translate } from './texts.ts'

/** A table whose records go to a recycle bin before they go for good. */
export interface Bin {
  readonly table: string
  /** The table's view with the joined columns that a list shows: `<table>_row`. */
  readonly view: string
  readonly scope: Scope
  /** Path that the consoles' caches know the records by. */
  readonly path: string
  find(ctx: Context, id: string): Promise<Row>
  add(ctx: Context, values: Row): Promise<Row>
  /** `values` carries id and version; refuses when another editor was faster. */
  update(ctx: Context, values: Row): Promise<Row>
  setStatus(ctx: Context, id: string, status: number): Promise<number>
  remove(ctx: Context, ids: readonly string[]): Promise<number>
  revert(ctx: Context, ids: readonly string[] | 'all'): Promise<number>
  destroy(ctx: Context, ids: readonly string[] | 'all'): Promise<number>
}

type AnyTable = Kysely<Record<string, Row>>

/**
 * The life of records in a table with `deleted_at`, `status` and `version`.
 * @param scope which rows a caller may touch: required, there is no default
 */
export function recycleBin(path: string, table: keyof DB & string, scope: Scope): Bin {
  const view = `${table}Row`
  const inBin = sql<boolean>`deleted_at is not null`
  const alive = sql<boolean>`deleted_at is null`
  // The table is a parameter here; its column types are the contract's, checked at the edge.
  const on = (ctx: Context) => ctx.db as unknown as AnyTable
  const mine = (ctx: Context) => scope.rows(ctx.principal)

  function tell(ctx: Context, rows: readonly Row[]): number {
    const { orgColumn } = scope
    const ids = rows.map((row) => String(row['id']))
    const orgIds = orgColumn ? [...new Set(rows.map((row) => String(row[orgColumn])))] : []
    ctx.changed(path, ids, orgIds)
    ctx.note({ targetIds: ids })
    return rows.length
  }

  /** All or nothing: an id that is not there, or not the caller's, refuses the whole. */
  async function change(ctx: Context, statement: RawBuilder<Row>, ids: readonly string[] | 'all') {
    const { rows } = await statement.execute(ctx.db)
    if (ids !== 'all' && rows.length < new Set(ids).size) throw notFound()
    return tell(ctx, rows)
  }

  const which = (ctx: Context, ids: readonly string[] | 'all', state: Condition) =>
    allOf([
      state,
      mine(ctx),
      ...(ids === 'all' ? [] : [sql<boolean>`id = any(${[...ids]}::uuid[])`]),
    ])

  const bin: Bin = {
    table,
    view,
    scope,
    path,
    async find(ctx, id) {
      const { rows } = await sql<Row>`select * from ${sql.table(view)} as row
        where id = ${id} and deleted_at is null and ${mine(ctx)}`.execute(ctx.db)
      if (!rows[0]) throw notFound()
      return named(rows[0])
    },
    async add(ctx, values) {
      const { id } = await on(ctx)
        .insertInto(table)
        .values({ ...values, createdBy: ctx.principal.userId })
        .returning('id')
        .executeTakeFirstOrThrow()
      // Read back within the scope: nobody adds a record where he may not see it.
      const row = await bin.find(ctx, String(id))
      tell(ctx, [row])
      ctx.note({ after: row })
      return row
    },
    async update(ctx, { id, version, ...values }) {
      const before = await lock(ctx, bin, String(id))
      if (before['version'] !== version) throw await conflict(ctx, bin, String(id))
      await on(ctx)
        .updateTable(table)
        .set({
          ...values,
          version: Number(version) + 1,
          updatedAt: sql`now()`,
          updatedBy: ctx.principal.userId,
        })
        .where('id', '=', id)
        .execute()
      const row = await bin.find(ctx, String(id))
      tell(ctx, [before, row])
      ctx.note({ before, after: row })
      return row
    },
    setStatus(ctx, id, status) {
      const set = sql<Row>`update ${sql.table(table)} set status = ${status}, version = version + 1,
        updated_at = now(), updated_by = ${ctx.principal.userId} where ${which(ctx, [id], alive)} returning *`
      return change(ctx, set, [id])
    },
    remove(ctx, ids) {
      const set = sql<Row>`update ${sql.table(table)} set deleted_at = now(), version = version + 1,
        deleted_by = ${ctx.principal.userId} where ${which(ctx, ids, alive)} returning *`
      return change(ctx, set, ids)
    },
    revert(ctx, ids) {
      const set = sql<Row>`update ${sql.table(table)} set deleted_at = null, deleted_by = null,
        version = version + 1 where ${which(ctx, ids, inBin)} returning *`
      return change(ctx, set, ids)
    },
    destroy(ctx, ids) {
      const gone = sql<Row>`delete from ${sql.table(table)} where ${which(ctx, ids, inBin)} returning *`
      return change(ctx, gone, ids)
    },
  }
  return bin
}

async function lock(ctx: Context, bin: Bin, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(bin.table)} where id = ${id}
    and deleted_at is null and ${bin.scope.rows(ctx.principal)} for update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function conflict(ctx: Context, bin: Bin, id: string): Promise<Refusal> {
  const current = await bin.find(ctx, id)
  const name = String(current['updatedBy'] ?? translate(ctx.language, 'someone'))
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', {
    params: { name },
    data: { version: current['version'] },
  })
}
