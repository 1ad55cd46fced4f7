import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/**
 * Those of some groups whose members somebody is just changing; of the others nobody does until the end of
 * the transaction. Whoever joins in a transaction that is older than what a group was given does not see it,
 * and is not seen by who reads the members for it: that waits, by a later round, until such a one has ended.
 */
export async function movingGroups(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`with still as materialized (
      select id from device_group where id = any(${[...ids]}::uuid[]) order by id for update skip locked)
    select id from device_group where id = any(${[...ids]}::uuid[])
      and id not in (select still.id from still)`.execute(db)
  return rows.map(({ id }) => id)
}
