import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'

type Db = Kysely<DB>

interface Looked {
  readonly at: number
  /** Transactions that ran then, and still run. */
  readonly older: readonly string[]
}

/** What writes terminals is over by then; what an administrator does by hand need not be waited for. */
const patienceMs = 60_000

/**
 * Who was writing already when a filter was saved has noted nothing for it: what it finds is looked for after
 * those have ended who wrote when it was first seen. Answers which of `keys`, one for each state of a filter,
 * are that far. Each process sees for itself.
 */
export function afterOlder(): (db: Db, keys: readonly string[]) => Promise<ReadonlySet<string>> {
  const looks = new WeakMap<Db, ReadonlyMap<string, Looked>>()
  return async (db, keys) => {
    if (keys.length === 0) return new Set()
    const { rows } = await sql<{
      xid: string
    }>`select backend_xid::text as xid from pg_stat_activity
      where datname = current_database() and backend_xid is not null`.execute(db)
    const running = rows.map(({ xid }) => xid)
    const before = looks.get(db)
    const seen = new Map<string, Looked>()
    for (const key of keys) {
      const { at, older } = before?.get(key) ?? { at: steadyNow(), older: running }
      seen.set(key, { at, older: older.filter((xid) => running.includes(xid)) })
    }
    looks.set(db, seen)
    const isDue = ({ at, older }: Looked) => older.length === 0 || steadyNow() - at > patienceMs
    return new Set([...seen].flatMap(([key, look]) => (isDue(look) ? [key] : [])))
  }
}
