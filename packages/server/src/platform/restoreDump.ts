import pg from 'pg'
import { ConfigurationError } from './env.ts'
import { checkTools, loadDump } from './postgresTools.ts'

interface Restoring {
  readonly databaseUrl: string
  readonly dump: string
  readonly mayReplace: boolean
}

interface Facts {
  readonly version: number
  /** Schemas of this database that PostgreSQL does not have by itself. */
  readonly schemas: readonly string[]
  readonly isEmpty: boolean
  readonly others: number
}

const query = `select current_setting('server_version_num')::integer as version,
  array(select quote_ident(nspname) from pg_namespace where nspname !~ '^pg_'
    and nspname <> 'information_schema' order by nspname) as schemas,
  not exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p')) as "isEmpty",
  (select count(*)::integer from pg_stat_activity where datname = current_database()
    and application_name like 'muster%' and pid <> pg_backend_pid()) as others`

/**
 * Reads a dump into a database that nobody uses, in one transaction. One that is not empty is a
 * refusal, or emptied in the same transaction.
 */
export async function restoreDump({ databaseUrl, dump, mayReplace }: Restoring): Promise<void> {
  const facts = await factsOf(databaseUrl)
  if (facts.others > 0)
    throw new ConfigurationError('Muster still runs on this database: stop all its nodes first.')
  if (!facts.isEmpty && !mayReplace)
    throw new ConfigurationError(
      'There is something in this database already. Name an empty one in DATABASE_URL, or say --overwrite.',
    )
  await checkTools(facts.version)
  const empty = facts.schemas.map((schema) => `drop schema ${schema} cascade;`)
  await loadDump(databaseUrl, dump, mayReplace ? `${empty.join(' ')} create schema public;` : '')
}

async function factsOf(databaseUrl: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const [facts] = (await client.query<Facts>(query)).rows
    if (!facts) throw new Error('the database said nothing of itself')
    return facts
  } finally {
    await client.end()
  }
}
