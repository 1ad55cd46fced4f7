import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { ConfigurationError } from './env.ts'
import { version } from './version.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Any fixed number: processes that start together take turns on it. */
const lockId = 7_214_003

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The shipped migrations, oldest first. */
export function shippedMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/** Brings a database up to date, one process at a time; see {@link applyMigrations}. */
export async function migrate(
  databaseUrl: string,
  migrations = shippedMigrations(),
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A lost connection fails the statement under way; as an error event it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await takeTurn(client, () => undefined)
    await applyMigrations(client, await pendingMigrations(client, migrations))
  } finally {
    await client.end()
  }
}

/**
 * Waits, however long, until nobody else prepares this database; the turn ends with the connection.
 * A time-out that was set for the role or the database is for other work than this.
 */
export async function takeTurn(client: pg.ClientBase, onWait: () => void): Promise<void> {
  const isFree = await tryTurn(client)
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  if (isFree) return
  onWait()
  await client.query('select pg_advisory_lock($1)', [lockId])
}

/** Takes the turn unless somebody is preparing this database; it is this connection's until that ends, or leaves it. */
export async function tryTurn(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [lockId],
  )
  return rows[0]?.taken === true
}

/** Gives back what {@link tryTurn} has taken. */
export async function leaveTurn(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [lockId])
}

interface Applied {
  readonly name: string
  readonly checksum: string
  /** The version that applied it; the first ones did not say. */
  readonly version?: string | null
}

/**
 * What the database still lacks. Throws when an applied file has changed since, or when a newer
 * version has been here: its tables are not what this code knows.
 */
export async function pendingMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const applied = await appliedMigrations(client)
  const shipped = new Map(migrations.map((migration) => [migration.name, migration]))
  const foreign = applied.filter(({ name }) => !shipped.has(name))
  if (foreign.length > 0) throw new ConfigurationError(newerSentence(foreign))
  const changed = applied.find(({ name, checksum }) => checksumOf(shipped.get(name)) !== checksum)
  if (changed)
    throw new ConfigurationError(
      `The migration ${changed.name} was changed after it had been applied to this database.`,
    )
  const known = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !known.has(name))
}

async function appliedMigrations(client: pg.ClientBase): Promise<readonly Applied[]> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('schema_migration') is not null as known`,
  )
  if (!rows[0]?.known) return []
  return (await client.query<Applied>('select * from schema_migration order by name')).rows
}

function newerSentence(foreign: readonly Applied[]): string {
  const last = foreign.at(-1)
  const made = last?.version ? `Muster ${last.version}` : 'a Muster of another version'
  return `The database was brought up to date by ${made} (${last?.name}), and this is Muster ${version}, which does not know its tables. Start that version or a newer one, or restore a backup that was taken before the upgrade.`
}

/** Applies migrations in order: forward only, each as a whole or not at all. */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  if (migrations.length === 0) return
  await client.query(`create table if not exists schema_migration (name text primary key,
      checksum text not null, applied_at timestamptz not null default now());
    alter table schema_migration add column if not exists version text`)
  // All in one message, each a transaction: an empty database far away is one journey, not seventy.
  try {
    await client.query(migrations.map(transactionOf).join('\n'))
  } catch (error) {
    const failed = await firstLacking(client, migrations).catch(() => 'that was under way')
    throw new Error(`Migration ${failed} failed: ${String(error)}`, { cause: error })
  }
}

/** The name of the migration that broke off: the first that is not noted. */
async function firstLacking(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  await client.query('rollback')
  const applied = new Set((await appliedMigrations(client)).map(({ name }) => name))
  return migrations.find(({ name }) => !applied.has(name))?.name
}

function transactionOf(migration: Migration): string {
  const values = [migration.name, checksumOf(migration), version].map(pg.escapeLiteral).join(', ')
  const note = `insert into schema_migration (name, checksum, version) values (${values})`
  return `begin;\n${migration.sql}\n;\n${note};\ncommit;`
}

const checksumOf = (migration: Migration | undefined): string =>
  createHash('sha256')
    .update(migration?.sql ?? '')
    .digest('hex')
