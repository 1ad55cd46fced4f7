import pg from 'pg'
import { ConfigurationError } from './env.ts'
import { leaveTurn, pendingMigrations, shippedMigrations, tryTurn } from './migrate.ts'

interface Facts {
  readonly version: number
  readonly shownVersion: string
  readonly encoding: string
  readonly isReplica: boolean
  readonly role: string
  readonly database: string
  /** Null: the search path names no schema that is there. */
  readonly schema: string | null
  readonly mayCreateTables: boolean
  readonly mayCreateExtensions: boolean
  /** Extensions that this server could have but this database has not. */
  readonly available: readonly string[]
  /** Extensions that this server does not know. */
  readonly unknown: readonly string[]
}

const needed = ['ltree', 'pg_trgm']

const query = `select current_setting('server_version_num')::integer as version,
  current_setting('server_version') as "shownVersion", pg_is_in_recovery() as "isReplica",
  current_setting('server_encoding') as encoding, current_user as role,
  current_database() as database, current_schema() as schema,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
  has_database_privilege(current_database(), 'create') as "mayCreateExtensions",
  array(select name::text from pg_available_extensions
    where name = any($1) and installed_version is null order by name) as available,
  array(select wanted from unnest($1::text[]) as wanted
    where wanted not in (select name from pg_available_extensions) order by wanted) as unknown`

/**
 * Refuses, in a sentence, a database that the product cannot run on, or cannot be brought up to date
 * with the role of this address.
 */
export async function checkNeeds(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'muster' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await checkDatabase(client)
    const pending = await pendingMigrations(client, shippedMigrations())
    // What another node is bringing up to date needs nothing of this role.
    if (pending.length > 0 && (await tryTurn(client))) {
      await checkRole(client)
      await leaveTurn(client)
    }
  } finally {
    await client.end()
  }
}

/** Refuses, in a sentence, a database that the product cannot run on. */
export async function checkDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Facts>(query, [needed])
  const problem = rows[0] && serverProblem(rows[0])
  if (problem) throw new ConfigurationError(problem)
}

/** Refuses, in a sentence, a role that may not bring this database up to date. */
export async function checkRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Facts>(query, [needed])
  const problem = rows[0] && roleProblem(rows[0])
  if (problem) throw new ConfigurationError(problem)
}

function serverProblem(facts: Facts): string | null {
  const { version, shownVersion, encoding, isReplica, database, unknown } = facts
  if (version < 150_000)
    return `The database server is PostgreSQL ${shownVersion}; Muster needs 15 or newer.`
  if (isReplica)
    return `The database server is a replica, which only reads: DATABASE_URL must name the one that takes writes.`
  if (encoding !== 'UTF8')
    return `The database ${database} is encoded in ${encoding}: make it anew with \`create database ${database} encoding 'UTF8' template template0\`.`
  if (unknown.length > 0)
    return `The database server does not have ${extensions(unknown)}: install PostgreSQL's contrib package there (Debian's postgresql has it).`
  return null
}

function roleProblem(facts: Facts): string | null {
  const { role, database, schema, mayCreateTables, mayCreateExtensions, available } = facts
  if (available.length > 0 && !mayCreateExtensions)
    return `The role ${role} may not add ${extensions(available)} to the database ${database}: let its owner run \`${available.map((name) => `create extension ${name};`).join(' ')}\` there, or make the role the owner.`
  if (schema === null)
    return `The search path of the role ${role} names no schema of the database ${database}: make one, or reset it with \`alter role ${role} reset search_path\`.`
  if (!mayCreateTables)
    return `The role ${role} may not make tables in the schema ${schema} of the database ${database}: make it the owner with \`alter database ${database} owner to ${role}\`.`
  return null
}

const extensions = (names: readonly string[]): string =>
  `the extension${names.length > 1 ? 's' : ''} ${names.join(' and ')}`
