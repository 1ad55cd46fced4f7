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

/** The pool that everything but LISTEN and the job runner shares. */
export function openPool(databaseUrl: string, size = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 5_000,
    application_name: 'muster',
    options:
      '-c statement_timeout=30s -c idle_in_transaction_session_timeout=30s -c lock_timeout=10s -c work_mem=16MB -c timezone=UTC',
  })
  // A broken idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Typed SQL over a pool; columns in camelCase, JSON documents untouched. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
