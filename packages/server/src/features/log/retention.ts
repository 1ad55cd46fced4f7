import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import type { DB } from '../../platform/schema.ts'
import { parameter } from '../system/parameter/index.ts'
import { targetNames } from './conditions.ts'

/** The database drops no month younger than this, whoever asks. */
const fewestMonths = 3

/** The first month that is kept, as the moment it begins (UTC, ISO 8601). */
export async function keptSince(db: Kysely<DB>, now: Date): Promise<string> {
  const months = Math.max(fewestMonths, await parameter(db, 'log.action.keepMonths'))
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString()
}

/** Drops whole months of the action log, and sign-ins of that time: nothing is deleted row by row. */
export async function dropOldMonths({ db, log, now }: Pick<Platform, 'db' | 'log' | 'now'>) {
  const since = await keptSince(db, now())
  const { rows } = await sql<{ name: string }>`
    select name from drop_action_log_months(${since}) as name`.execute(db)
  for (const { name } of rows)
    log.info({ month: name.slice(-6) }, 'a month of the action log has served its time')
  await db.deleteFrom('signInLog').where('at', '<', since).execute()
}

/** Names that are looked at while none is entered. */
const namesAtOnce = 500

/**
 * Forgets the names of `action_name` that no entry has any more, since their months went. None
 * is entered while some are looked at: what is logged meanwhile is entered afterwards, once more.
 */
export async function forgetNames({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (let last: string | null = ''; last !== null; ) last = await forgetSome(db, last)
}

/** Goes on after a name; answers the last one that was looked at, or null. */
const forgetSome = (db: Platform['db'], after: string): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table action_name in share row exclusive mode`.execute(trx)
    // Scalar subqueries with a limit: each is an index lookup, never a walk through the log.
    const { rows } = await sql<{ last: string | null }>`
      with seen as materialized (
          select name from action_name where name > ${after} order by name limit ${namesAtOnce}),
        gone as (delete from action_name using seen where action_name.name = seen.name
          and (select true from action_log where user_name = seen.name limit 1) is null
          and (select true from action_log where impersonator_name = seen.name limit 1) is null
          and (select true from action_log where ${targetNames} @> array[seen.name] limit 1) is null)
      select max(name) as last from seen`.execute(trx)
    return rows[0]?.last ?? null
  })
