import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { beginsWith, type Condition } from '../../kit/page.ts'

/** So many are named one by one. */
const few = 100

/**
 * Of terminals whose serial number begins so: they are found first, rows then by their ids. Where they are few,
 * the planner is told which: in a view of many tables it would look for them last, behind all others.
 */
export async function ofTerminals({ db }: Pick<Context, 'db'>, sn: string): Promise<Condition> {
  const found = sql<{ id: string }>`select found.id from device as found
    where ${beginsWith(sql`found.sn`, sn.trim().toUpperCase())}`
  const { rows } = await sql<{ id: string }>`${found} limit ${few + 1}`.execute(db)
  if (rows.length > few) return sql<SqlBool>`device_id in (${found})`
  return sql<SqlBool>`device_id = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** Of sets of values that a condition on `param_set own` means: in the same way. */
export async function ofSets(
  { db }: Pick<Context, 'db'>,
  meant: RawBuilder<SqlBool>,
): Promise<Condition> {
  const found = sql<{ id: string }>`select own.id from param_set own where ${meant}`
  const { rows } = await sql<{ id: string }>`${found} limit ${few + 1}`.execute(db)
  if (rows.length > few) return sql<SqlBool>`set_id = any(array(${found}))`
  return sql<SqlBool>`set_id = any(${rows.map(({ id }) => id)}::bigint[])`
}
