import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { logsWithoutMonths, makeMonths } from '../features/device/event/months.ts'
import { contentsAreShipped, seed } from '../features/seed.ts'
import { checkDatabase, checkRole } from '../platform/databaseNeeds.ts'
import { openDatabase } from '../platform/db.ts'
import {
  applyMigrations,
  pendingMigrations,
  shippedMigrations,
  takeTurn,
} from '../platform/migrate.ts'
import { batchTransactions } from '../platform/batchTransactions.ts'

interface Preparation {
  readonly databaseUrl: string
  readonly adminPassword: string | null
  readonly say: (sentence: string) => void
}

/**
 * Brings a database up to this version: its schema, that of the jobs, and what every installation
 * has in it, and the months of its logs, which nobody makes of an installation that stands still.
 * One node does it, the others wait without a limit, and a node that finds it done asks four questions. Says the first administrator's one-time password at once: a
 * start that fails later must not swallow it.
 */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { databaseUrl } = preparation
  // No time-outs here: another node's long migration is no reason to give up.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, application_name: 'muster' })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    const client = await pool.connect()
    try {
      client.on('error', () => undefined)
      await checkDatabase(client)
      if (!(await isUpToDate(client, pool))) await bringUpToDate(client, pool, preparation)
    } finally {
      // Closed, because the turn is the connection's.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

async function isUpToDate(client: pg.PoolClient, pool: pg.Pool): Promise<boolean> {
  const pending = await pendingMigrations(client, shippedMigrations())
  if (pending.length > 0 || (await logsWithoutMonths(client)).length > 0) return false
  return contentsAreShipped(openDatabase(pool))
}

async function bringUpToDate(
  client: pg.PoolClient,
  pool: pg.Pool,
  { databaseUrl, adminPassword, say }: Preparation,
): Promise<void> {
  await takeTurn(client, () =>
    say('Another node is bringing the database up to date: waiting until it is done …'),
  )
  const pending = await pendingMigrations(client, shippedMigrations())
  if (pending.length > 0) await checkRole(client)
  // What migrations write into logs wants its month, too.
  if (await knowsMonths(client)) await makeMonths(client)
  await applyMigrations(client, pending)
  await makeMonths(client)
  const db = openDatabase(pool)
  if (await contentsAreShipped(db)) return
  await prepareQueue(databaseUrl)
  const oneTimePassword = await seed(db, adminPassword)
  if (oneTimePassword)
    say(`First sign-in: user "admin", one-time password "${oneTimePassword}" (shown only now)`)
}

/** Whether a version has been here that tells which months are missing. */
async function knowsMonths(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regproc('missing_months') is not null as known`,
  )
  return rows[0]?.known === true
}

async function prepareQueue(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'muster' })
  pool.on('error', () => undefined).on('connect', batchTransactions)
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}
