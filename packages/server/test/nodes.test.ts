import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { prepareDatabase } from '../src/bin/prepare.ts'
import { openFarDatabase } from './farDatabase.ts'
import { type StartedServer, startServer } from './startedServer.ts'
import { createTestDatabase, dropDatabase } from './testDatabase.ts'
import { until } from './until.ts'

const secret = randomBytes(32).toString('base64')

let folder: string
let servers: StartedServer[]
let clients: Client[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-nodes-'))
  servers = []
  clients = []
})

afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await Promise.allSettled(clients.map((client) => client.end()))
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

function start(databaseUrl: string, more: Readonly<Record<string, string>> = {}): StartedServer {
  const env = { DATABASE_URL: databaseUrl, MUSTER_DATA: folder, MUSTER_SECRET: secret }
  const server = startServer({ env: { ...env, LOG_LEVEL: 'error', ...more } })
  servers.push(server)
  return server
}

async function connected(url: string): Promise<Client> {
  const client = new Client(url)
  // The server ends it where its database is dropped.
  client.on('error', () => undefined)
  clients.push(client)
  await client.connect()
  return client
}

/** A database in which nothing is yet. */
async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template } = inject('testServer')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const client = await connected(url)
  await client.query(`create database ${name}`)
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () => dropDatabase(url, name),
  }
}

const isReady = async (server: StartedServer) =>
  (await fetch(`${await server.address}/readyz`)).status === 200

it('starts nodes together on an empty database: one prepares it, and none has another sealing key', async () => {
  const database = await emptyDatabase()
  const nodes = Array.from({ length: 3 }, () =>
    start(database.url, { MUSTER_VIRTUAL_ROLE: 'true' }),
  )
  await Promise.all(nodes.map(({ address }) => address))
  for (const node of nodes) await until(() => isReady(node))
  const saidPassword = nodes.filter((node) => /one-time password/.test(node.output()))
  expect(saidPassword).toHaveLength(1)
  expect(nodes.map(({ child }) => child.exitCode)).toEqual(nodes.map(() => null))
  const client = await connected(database.url)
  const { rows } = await client.query(`select count(*)::integer as users from app_user`)
  // The administrator, and the visitor of a demonstration.
  expect(rows).toEqual([{ users: 2 }])
  const stranger = start(database.url, { MUSTER_SECRET: randomBytes(32).toString('base64') })
  expect(await stranger.ended).toBe(1)
  expect(stranger.output()).toContain('sealed with another key than MUSTER_SECRET')
  expect(stranger.output()).not.toMatch(/^\s+at /m)
  for (const node of nodes) expect(await isReady(node)).toBe(true)
  for (const { child } of nodes) child.kill('SIGKILL')
  await Promise.all(nodes.map(({ ended }) => ended))
  await database.drop()
})

it('waits for the node that prepares the database, however long, and says so', async () => {
  const database = await createTestDatabase()
  const other = await connected(database.url)
  await other.query(`alter database ${other.database} set lock_timeout = '100ms'`)
  await other.query('select pg_advisory_lock(7214003)')
  const node = start(database.url)
  await until(async () => node.output().includes('waiting until it is done'))
  const isWaiting = `select from pg_stat_activity where datname = current_database()
    and wait_event = 'advisory' and query_start < clock_timestamp() - interval '1 second'`
  await until(async () => (await other.query(isWaiting)).rowCount === 1)
  await other.query('select pg_advisory_unlock(7214003)')
  await node.address
  node.child.kill('SIGTERM')
  expect(await node.ended).toBe(0)
  await database.drop()
})

it('needs few journeys to a database, empty or prepared: far away, too, a start takes no 10 s', async () => {
  const database = await emptyDatabase()
  const far = await openFarDatabase(database.url, 50)
  await prepareDatabase({ databaseUrl: far.url, adminPassword: null, say: () => undefined })
  const prepared = far.journeys()
  const node = start(far.url)
  await node.address
  // At 50 ms a journey 200 are ten seconds, were none of them under way together. The second number
  // counts what runs by itself as well: the slower the machine, the more of it (120 here, 240 seen).
  expect(prepared).toBeLessThan(80)
  expect(far.journeys() - prepared).toBeLessThan(400)
  node.child.kill('SIGKILL')
  await node.ended
  await far.close()
  await database.drop()
})
