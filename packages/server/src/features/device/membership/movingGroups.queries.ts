import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'

/** Whoever joins has done so by then; a group that terminals join all the time is not waited for longer. */
const patienceMs = 60_000

/** Since when groups were found moving at each look. */
const since = new Map<string, number>()

/**
 * Those of some groups whose members somebody is just changing; of the others nobody does until the end of
 * the transaction. Whoever joins in a transaction that is older than what a group was given does not see it,
 * and is not seen by who reads the members for it: that waits, by a later round, until such a one has ended,
 * a minute at most.
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
  const moving = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!moving.has(id)) since.delete(id)
  return [...moving].filter((id) => {
    const first = since.get(id) ?? steadyNow()
    since.set(id, first)
    return steadyNow() - first < patienceMs || !since.delete(id)
  })
}
