import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { ConfigurationError } from './env.ts'
import { shippedMigrations } from './migrate.ts'

/** Any fixed number: nodes that start together take turns. */
const lockId = 7_214_044

const statements = (name: 'guard' | 'release'): Promise<string> =>
  readFile(new URL(`../../logOwner/${name}.sql`, import.meta.url), 'utf8')

/**
 * Prepares a database whose action log belongs to a role of its own, which `ownerUrl` may become:
 * the log is given to it afterwards, and back to the application's role before, where a migration
 * may have to change it. Without such a role the log stays the application's.
 */
export async function withLogOwner(
  ownerUrl: string | null,
  prepare: () => Promise<void>,
): Promise<void> {
  if (ownerUrl === null) return prepare()
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'muster log' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    if (await hasPending(client)) await run(client, 'release')
    try {
      await prepare()
    } finally {
      if (await isMigrated(client)) await run(client, 'guard')
    }
  } finally {
    await client.end()
  }
}

async function run(client: pg.Client, name: 'guard' | 'release'): Promise<void> {
  try {
    await client.query(await statements(name))
  } catch (error) {
    throw new ConfigurationError(
      `The role of DATABASE_OWNER_URL cannot give the action log an owner of its own: ${String(error)}. It must be a superuser, or a member of the application's role and of muster_log.`,
      { cause: error },
    )
  }
}

async function isMigrated(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regproc('public.drop_action_log_months') is not null as known`,
  )
  return rows[0]?.known ?? false
}

async function hasPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('public.schema_migration') is not null as known`,
  )
  if (!rows[0]?.known) return false
  const applied = await client.query<{ name: string }>('select name from public.schema_migration')
  const names = new Set(applied.rows.map(({ name }) => name))
  return shippedMigrations().some(({ name }) => !names.has(name))
}

/** Whether the role of this pool can add to the action log and nothing else, by no right of an owner. */
export async function isLogApart(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ apart: boolean }>(`
    with owner as (
      select relowner as id from pg_class where oid in ('action_log'::regclass, 'action_seal'::regclass)
      union select relowner from pg_class join pg_inherits on inhrelid = oid where inhparent = 'action_log'::regclass
      union select proowner from pg_proc where pronamespace = 'public'::regnamespace
        and proname in ('action_log_hash', 'action_log_write', 'append_only', 'make_action_log_months', 'drop_action_log_months')
      union select datdba from pg_database where datname = current_database()
      union select nspowner from pg_namespace where nspname = 'public')
    select not bool_or(pg_has_role(owner.id, 'member')) as apart from owner`)
  return rows[0]?.apart ?? false
}
