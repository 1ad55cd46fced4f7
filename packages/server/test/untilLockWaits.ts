import { sql } from 'kysely'
import type { Database } from '../src/platform/db.ts'
import { until } from './until.ts'

/** How many connections to this database wait for a lock. */
export async function lockWaits(db: Database): Promise<number> {
  const { rows } = await sql<{
    waits: number
  }>`select count(*)::integer as waits from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waits ?? 0
}

/** Waits until so many connections wait for a lock. */
export const untilLockWaits = (db: Database, count = 1): Promise<void> =>
  until(async () => (await lockWaits(db)) >= count, `${count} wait for a lock`)
