import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../packages/server/src/platform/embeddedPostgres.ts'
import { migrate } from '../../packages/server/src/platform/migrate.ts'
import { postmasterOf } from './cpu.ts'
import { readText } from './options.ts'
import { say } from './print.ts'

/** A migrated PostgreSQL with the settings of production, durability included. */
export interface BenchDatabase {
  readonly url: string
  /** The same as who may fill it without its triggers. */
  readonly ownerUrl: string
  readonly client: pg.Client
  /** The folder where the database and the servers' keys live. */
  readonly folder: string
  /** Its process; those that answer queries are children of it. */
  readonly postmaster: number
  readonly stop: () => Promise<void>
}

/** The process of the database that serves a connection. */
export async function processOf(asked: pg.Pool | pg.Client): Promise<number> {
  const { rows } = await asked.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Whether an estate is there: a kept one, which has to be of the size that is asked for. */
export async function isFilled(client: pg.Client, terminals: number): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from device',
  )
  const count = rows[0]?.count ?? 0
  if (count !== 0 && count !== terminals)
    throw new Error(`the kept database holds ${count} terminals, not ${terminals}`)
  return count !== 0
}

/** What is filled into a table that the same transaction made is written once, not to the log as well. */
const filling = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' }

/**
 * Starts it in a temporary folder, or in `--keep <folder>`, which stays for the next run; with `--buffers 4GB`
 * it keeps so much in memory, for a filling that nobody measures.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const kept = readText('keep')
  const buffers = readText('buffers')
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'muster-bench-')))
  await mkdir(folder, { recursive: true })
  // When root runs this, PostgreSQL has another account that must reach the folder.
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    log: say,
    ...(buffers !== undefined && { settings: { ...filling, shared_buffers: buffers } }),
  })
  await migrate(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    client,
    folder,
    postmaster: postmasterOf(folder),
    async stop() {
      await client.end()
      await server.stop()
      if (kept === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
