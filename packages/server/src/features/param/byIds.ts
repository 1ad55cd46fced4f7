import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { fewIds } from '../../kit/fewIds.ts'
import { beginsWith, type Condition } from '../../kit/page.ts'

type Asking = Pick<Context, 'db' | 'platform'>

/** Of terminals whose serial number begins so: they are found first, rows then by their ids. */
export async function ofTerminals(ctx: Asking, sn: string): Promise<Condition> {
  const found = sql<{ id: string }>`select found.id from device as found
    where ${beginsWith(sql`found.sn`, sn.trim().toUpperCase())}`
  const ids = await fewIds(ctx, found)
  return ids === null
    ? sql<SqlBool>`device_id in (${found})`
    : sql<SqlBool>`device_id = any(${ids}::uuid[])`
}

/** Of sets of values that a condition on `param_set own` means: in the same way. */
export async function ofSets(ctx: Asking, meant: RawBuilder<SqlBool>): Promise<Condition> {
  const found = sql<{ id: string }>`select own.id from param_set own where ${meant}`
  const ids = await fewIds(ctx, found)
  return ids === null
    ? sql<SqlBool>`set_id = any(array(${found}))`
    : sql<SqlBool>`set_id = any(${ids}::bigint[])`
}
