import { sql } from 'kysely'
import type { Context } from './context.ts'
import { named, type Row } from './page.ts'
import type { Stored } from './record.ts'
import { notFound } from './refusal.ts'
import type { Scope } from '../access/scope.ts'

/** Members that are counted anew for whoever does not see all: the order by what is kept would tell him the rest. */
export interface CountedAnew {
  readonly members: readonly string[]
  readonly seesAll: (ctx: Context) => boolean
}

/** Where records lie, and who may touch them. */
export interface Place {
  /** Path that the consoles' caches know the records by. */
  readonly path: string
  readonly table: string
  /** The table's view with the joined columns that a list shows: `<table>_row`. */
  readonly view: string
  readonly scope: Scope
  readonly counted?: CountedAnew | undefined
}

/** A row with the columns that all records have. */
export type Known = Stored & Row

/** The records that are in no bin. */
export const alive = sql<boolean>`deleted_at is null`

/** A living record that the caller sees. */
export async function find({ view, scope }: Place, ctx: Context, id: string): Promise<Known> {
  const { rows } = await sql<Known>`select * from ${sql.table(view)} as row
    where id = ${id} and ${alive} and ${scope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return named(rows[0])
}

/** Locks records as an update does: whoever only names one in a row of its own does not wait. */
export async function lock(
  { table, scope }: Place,
  ctx: Context,
  ids: readonly string[],
): Promise<Known[]> {
  const { rows } =
    await sql<Known>`select * from ${sql.table(table)} where id = any(${[...ids]}::uuid[])
    and ${alive} and ${scope.rows(ctx.principal)} order by id for no key update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}

/** Tells consoles and the action log which records were changed; answers their ids. */
export async function announce(
  { path, scope }: Place,
  ctx: Context,
  rows: readonly Known[],
): Promise<string[]> {
  const ids = [...new Set(rows.map(({ id }) => id))]
  const orgOf = await ownersOf(scope, ctx, rows)
  if (!orgOf) ctx.changed(path, ids)
  // What is no organisation's is everybody's to read again.
  else
    for (const row of rows) {
      const orgId = orgOf(row)
      ctx.changed(path, [row.id], typeof orgId === 'string' ? [orgId] : [])
    }
  ctx.note({ targetIds: ids, rows })
  return ids
}

/** Whose each row is; null: rows are no organisation's. */
async function ownersOf(
  { orgColumn, orgThrough }: Scope,
  { db }: Context,
  rows: readonly Known[],
): Promise<((row: Known) => unknown) | null> {
  if (orgColumn) return (row) => row[orgColumn]
  if (!orgThrough) return null
  const { column, table } = orgThrough
  const ids = [...new Set(rows.map((row) => row[column]))]
  const { rows: named } = await sql<{ id: string; orgId: string }>`select id, org_id
    from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
  const owners = new Map<unknown, string>(named.map(({ id, orgId }) => [id, orgId]))
  return (row) => owners.get(row[column])
}
