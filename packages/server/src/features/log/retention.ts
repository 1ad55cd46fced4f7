import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import type { DB } from '../../platform/schema.ts'
import { parameter } from '../system/parameter/index.ts'

/** The first month that is kept, as the moment it begins (UTC, ISO 8601). */
export async function keptSince(db: Kysely<DB>, now: Date): Promise<string> {
  const months = await parameter(db, 'log.action.keepMonths')
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString()
}

/** Drops whole months of the action log, and sign-ins of that time: nothing is deleted row by row. */
export async function dropOldMonths({ db, log, now }: Pick<Platform, 'db' | 'log' | 'now'>) {
  const since = await keptSince(db, now())
  const first = since.slice(0, 7).replace('-', '')
  const { rows } = await sql<{ name: string }>`select part.relname as name
    from pg_inherits join pg_class as part on part.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'action_log'::regclass
      and part.relname ~ '^action_log_[0-9]{6}$' and right(part.relname, 6) < ${first}`.execute(db)
  for (const { name } of rows) {
    await sql`drop table ${sql.table(name)}`.execute(db)
    log.info({ month: name.slice(-6) }, 'a month of the action log has served its time')
  }
  await db.deleteFrom('signInLog').where('at', '<', since).execute()
}
