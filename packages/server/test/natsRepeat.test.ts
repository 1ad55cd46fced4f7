import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Scenario, scenarios, VirtualTerminal } from '@muster/simulator'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, jwtAuthenticator } from '@nats-io/transport-node'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDemoEstate } from '../src/features/demo/demoEstate.ts'
import { openDatabase, openPool } from '../src/platform/db.ts'
import { makeNatsKeys, type NatsKeys } from '../src/platform/natsKeys.ts'
import { natsTrust } from '../src/platform/natsTrust.ts'
import { secretsOf } from '../src/platform/secrets.ts'
import { type NatsServers, startNatsServers } from './natsServers.ts'
import { type StartedServer, startServer } from './startedServer.ts'
import { createPreparedDatabase } from './prepared.ts'
import type { TestDatabase } from './testDatabase.ts'
import { eventually, giveCommand } from './testGateway.ts'

const secret = randomBytes(32)
const calm = scenarios.get('calm')

let database: TestDatabase
let pool: pg.Pool
let keys: NatsKeys
let servers: NatsServers
let folder: string
let terminal: VirtualTerminal | undefined
const started: StartedServer[] = []

beforeAll(async () => {
  database = await createPreparedDatabase()
  pool = openPool(database.url, 4)
  folder = await mkdtemp(join(tmpdir(), 'muster-nats-repeat-'))
  keys = await makeNatsKeys({ pool, secrets: secretsOf(secret) })
  servers = await startNatsServers({ count: 1, trust: await natsTrust(keys) })
}, 300_000)

afterAll(async () => {
  await terminal?.stop()
  for (const { child } of started) child.kill('SIGKILL')
  await servers.stop()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function start(): StartedServer {
  const server = startServer({
    words: ['--role', 'web,gateway'],
    env: {
      DATABASE_URL: database.url,
      MUSTER_SECRET: secret.toString('base64'),
      MUSTER_DATA: folder,
      NATS_URL: servers.servers.join(),
      NATS_MQTT_URL: servers.mqtt.join(),
      LOG_LEVEL: 'error',
    },
  })
  started.push(server)
  return server
}

/** A terminal of the demo estate that remembers which of its reports the broker acknowledged. */
async function openTerminal(platform: string, acknowledged: string[]): Promise<VirtualTerminal> {
  const [first] = (await makeDemoEstate(openDatabase(pool))) ?? []
  if (!first || !calm) throw new Error('no terminal or no scenario')
  const { token, sn, model, vendor } = first
  const scenario: Scenario = { ...calm, reconnect: [0.2, 1], repeat: [1, 4], skew: [0, 0] }
  const nothing = () => undefined
  const opened = new VirtualTerminal({
    identity: { sn, model, vendor },
    mqtt: null,
    platform,
    token,
    scenario,
    seed: '7',
    observer: {
      enrolled: nothing,
      connected: nothing,
      disconnected: nothing,
      published: nothing,
      acknowledged: (_, { type, id }) => type === 'task' && acknowledged.push(id),
      answered: nothing,
      commanded: nothing,
      fault: nothing,
    },
  })
  opened.start()
  await opened.untilOnline()
  return opened
}

/** The broker loses what it has acknowledged. */
async function forgetMessages(): Promise<number> {
  const authenticator = jwtAuthenticator(await keys.gatewayUser())
  const hosts = servers.servers.map((address) => new URL(address).host)
  const connection = await connect({ servers: hosts, authenticator })
  const manager = await jetstreamManager(connection)
  const { purged } = await manager.streams.purge('$MQTT_msgs')
  await connection.close()
  return purged
}

const patience = { timeout: 120_000, interval: 100 }

it('a report arrives once though its broker and its gateway lost it after the acknowledgement', async () => {
  const acknowledged: string[] = []
  const dying = start()
  terminal = await openTerminal(await dying.address, acknowledged)
  const device = await eventually(async () => {
    const { rows } = await pool.query<{ id: string; sn: string }>(
      'select device.id, device.sn from device join device_online online on online.device_id = device.id',
    )
    return rows[0]
  }, 120)

  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query('begin; lock table push_report in access exclusive mode')
  const item = await giveCommand({ db: openDatabase(pool) }, device, { cmd: 'LOCATE', args: {} })
  await expect.poll(() => acknowledged.length, patience).toBeGreaterThan(0)
  const waits = () =>
    holder
      .query(`select from pg_locks where relation = 'push_report'::regclass and not granted`)
      .then(({ rowCount }) => rowCount)
  await expect.poll(waits, patience).toBeGreaterThan(0)
  dying.child.kill('SIGKILL')
  await dying.ended
  // Nothing of it is left but what the terminal keeps.
  expect(await forgetMessages()).toBeGreaterThan(0)
  await holder.query('rollback')
  await holder.end()
  const reports = () =>
    pool
      .query<{ id: string; outcome: string }>(
        'select message_id as id, outcome from push_report where item_id = $1',
        [item],
      )
      .then((found) => found.rows)
  expect(await reports()).toEqual([])

  await start().address
  const state = async () =>
    (await pool.query<{ state: string }>('select state from push_item')).rows
  await expect.poll(state, patience).toEqual([{ state: 'SUCCESS' }])
  await expect.poll(() => terminal?.unanswered, patience).toBe(0)
  const moved = (await reports()).filter(({ outcome }) => outcome === 'MOVED')
  const ids = moved.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(acknowledged[0])
  expect(terminal.effects).toHaveLength(1)
}, 400_000)
