import { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Database = Kysely<DB>

// Moments travel as ISO text, counts as numbers: what the wire shows, without a second conversion.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoOf)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** `2026-11-20 14:58:41.094123+00` in ISO 8601; by hand, because a page of a list has a hundred of them. */
function isoOf(text: string): string {
  const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/.test(text)
  if (!isPlain) return new Date(text).toISOString()
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** What bounds each session. */
const settings = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
  lock_timeout: '10s',
  work_mem: '16MB',
  // Processes that help with a statement learn the schema anew, each for some ten milliseconds: only what is long by far.
  parallel_setup_cost: '20000',
  timezone: 'UTC',
} as const

/** Longer than any statement may take: who says nothing for so long has stalled. */
const longestSilence = 35_000

/**
 * A connection that is new knows nothing of the schema, and learns it anew at its first statements: a
 * tenth of a second of the database's processor. So one that waits is kept, and not for ever: what it
 * has learnt takes memory.
 */
const keptWaitingMs = 10 * 60_000
const longestLifeSeconds = 60 * 60

/** Where a database is. */
export interface DatabaseAddress {
  readonly url: string
  /** Without a pooler in between: for LISTEN, jobs and migrations. Null: `url` is direct. */
  readonly directUrl: string | null
}

/** The address for what needs a session of its own. */
export const directOf = ({ url, directUrl }: DatabaseAddress): string => directUrl ?? url

/** At most `size` connections, none of which a database that stalls can hold for ever. */
export function openPool(
  address: string | DatabaseAddress,
  size = 20,
  silenceMs = longestSilence,
): pg.Pool {
  const { url, directUrl } =
    typeof address === 'string' ? { url: address, directUrl: null } : address
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: keptWaitingMs,
    maxLifetimeSeconds: longestLifeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'muster',
    // A pooler takes no start-up options: behind one, the database keeps the settings itself.
    ...(directUrl === null ? { options: options.join(' ') } : {}),
  })
  // A broken idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenSilent(client, silenceMs)
    if (directUrl !== null) leaveNamesOut(client)
  })
  return pool
}

/** Ends a connection that waits for an answer which does not come; one that only listens may be silent. */
function endWhenSilent(client: pg.PoolClient, ms: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(ms, () => {
    // What the driver knows itself; its types do not name it.
    if (Reflect.get(client, 'readyForQuery') === true) return
    stream.destroy(new Error('Connection terminated'))
  })
}

/** Behind a pooler the next statement may run in another session, which knows none of ours by name. */
function leaveNamesOut(client: pg.PoolClient): void {
  // The driver's overloads say no more than this.
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const isNamed = (asked: unknown) => typeof asked === 'object' && asked !== null && 'name' in asked
  Reflect.set(client, 'query', (asked: unknown, ...more: unknown[]) =>
    query(isNamed(asked) ? { ...asked, name: undefined } : asked, ...more),
  )
}

/** Keeps the settings of sessions in the database, for this role, since a pooler hands none on. */
export async function keepSettings(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = client.escapeIdentifier(rows[0]?.name ?? '')
    const texts = Object.entries(settings).map(
      ([name, value]) =>
        `alter role current_user in database ${database} set ${name} = ${client.escapeLiteral(value)}`,
    )
    // Nodes that start together take turns.
    await client.query(`begin; select pg_advisory_xact_lock(7214005); ${texts.join('; ')}; commit`)
  } finally {
    await client.end()
  }
}

/** Typed SQL over a pool; columns in camelCase, JSON documents untouched. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
