import { sql } from 'kysely'
import type pg from 'pg'
import type { Platform } from '../../../kit/context.ts'

type Store = Pick<Platform, 'db' | 'log'>

/** Whose months are made ahead: what comes in a month that nobody made is refused. */
const logs = [
  'device_session',
  'device_location',
  'device_event',
  'device_app_event',
  'device_app_use',
  'push_item',
]

type Asked = Pick<pg.ClientBase, 'query'>

/** Logs that lack a month of those that terminals tell of, or of the two to come. */
export async function logsWithoutMonths(client: Asked): Promise<string[]> {
  const { rows } = await client.query<{ log: string }>(
    'select log from unnest($1::text[]) as log where exists (select from missing_months(log, 2))',
    [logs],
  )
  return rows.map(({ log }) => log)
}

/** Makes the months that are missing, each log's by itself: whoever writes into several waits for one alone. */
export async function makeMonths(client: Asked): Promise<void> {
  for (const log of await logsWithoutMonths(client)) {
    await client.query('select make_months($1)', [log])
  }
}

/** Rows that one statement forgets. */
const atOnce = 5000

/** Months of a log whose every row is older than so many days. */
async function oldMonths({ db }: Store, table: string, days: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`select months_before(${table},
    now() - make_interval(days => ${days}))::text as month`.execute(db)
  return rows.map(({ month }) => month)
}

/**
 * Drops the months of a log whose every row is older than so many days. Lists are read all day: a month is parted from
 * the others first, for which nobody waits. What is older than the oldest month lies together, and is little.
 */
export async function partMonths(
  store: Store,
  { table, moment = 'at' }: { readonly table: string; readonly moment?: string },
  days: number,
): Promise<void> {
  const { db, log } = store
  for (const month of await oldMonths(store, table, days)) {
    // Where it was interrupted it goes on.
    const { rows } = await sql`select from pg_inherits
      where inhrelid = ${month}::regclass and inhdetachpending`.execute(db)
    const way = rows.length > 0 ? sql`finalize` : sql`concurrently`
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(month)} ${way}`.execute(
      db,
    )
    await sql`drop table ${sql.table(month)}`.execute(db)
    log.info({ month }, 'a month of a log has served its time')
  }
  const before = sql.table(`${table}_before`)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${before} where ctid = any(array(
      select ctid from ${before} where ${sql.ref(moment)} < now() - make_interval(days => ${days}) limit ${atOnce}))`.execute(
      db,
    )
    if (numAffectedRows < atOnce) return
  }
}
