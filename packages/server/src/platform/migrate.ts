import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/** Any fixed number: two processes that start together take turns on it. */
const lockId = 7_214_003

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The shipped migrations, oldest first. */
function shippedMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/**
 * Brings a database up to date: forward only, each file in a transaction of its own, one process
 * at a time. Throws when an applied file has changed since.
 */
export async function migrate(
  databaseUrl: string,
  migrations = shippedMigrations(),
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    for (const migration of migrations) await apply(client, migration, applied)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, migration: Migration, applied: Map<string, string>) {
  const checksum = createHash('sha256').update(migration.sql).digest('hex')
  const known = applied.get(migration.name)
  if (known === checksum) return
  if (known) throw new Error(`Migration ${migration.name} was changed after it had been applied.`)
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${String(error)}`, { cause: error })
  }
}
