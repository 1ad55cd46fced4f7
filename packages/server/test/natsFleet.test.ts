import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openDatabase, openPool } from '../src/platform/db.ts'
import { makeNatsKeys } from '../src/platform/natsKeys.ts'
import { natsTrust } from '../src/platform/natsTrust.ts'
import { secretsOf } from '../src/platform/secrets.ts'
import { type NatsServers, startNatsServers } from './natsServers.ts'
import { type StartedServer, startServer } from './startedServer.ts'
import { createPreparedDatabase } from './prepared.ts'
import type { TestDatabase } from './testDatabase.ts'
import { giveCommand } from './testGateway.ts'

const secret = randomBytes(32)
/** Of the 200: on a machine that does much else the others take their time. */
const enough = 20

let database: TestDatabase
let pool: pg.Pool
let servers: NatsServers
let folder: string
let server: StartedServer | undefined

beforeAll(async () => {
  database = await createPreparedDatabase()
  pool = openPool(database.url, 4)
  folder = await mkdtemp(join(tmpdir(), 'muster-nats-fleet-'))
  const trust = await natsTrust(await makeNatsKeys({ pool, secrets: secretsOf(secret) }))
  servers = await startNatsServers({ count: 1, trust })
}, 300_000)

afterAll(async () => {
  await end()
  await servers.stop()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = startServer({
    words: ['--demo'],
    env: {
      DATABASE_URL: database.url,
      MUSTER_SECRET: secret.toString('base64'),
      MUSTER_DATA: folder,
      MUSTER_HEARTBEAT_SECONDS: '5',
      NATS_URL: servers.servers.join(),
      NATS_MQTT_URL: servers.mqtt.join(),
      LOG_LEVEL: 'error',
    },
  })
  await server.address
}

async function end(): Promise<void> {
  server?.child.kill('SIGTERM')
  await server?.ended
}

async function counted(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::float8 as count ${text}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** Who of these terminals has spoken since, or of all. */
const haveSpoken = (since: Date, sns: readonly string[] | null = null) =>
  counted(
    `from device_state state join device on device.id = state.device_id
      where state.last_seen_at >= $1 and ($2::text[] is null or device.sn = any($2))`,
    [since, sns],
  )

const kept = z.object({ sn: z.string(), pass: z.object({ password: z.string() }) })

/** The terminals that keep a password. */
async function withPassword(): Promise<string[]> {
  const text = await readFile(join(folder, 'demo-terminals', 'credentials.jsonl'), 'utf8')
  const found = text.split('\n').flatMap((line) => {
    const { data } = kept.safeParse(line === '' ? null : JSON.parse(line))
    return data ? [data.sn] : []
  })
  return [...new Set(found)]
}

/** What terminals connect with. */
async function credentialsOf(sns: readonly string[]): Promise<unknown[]> {
  const { rows } = await pool.query<{ sn: string }>(
    `select device.sn, device.sealed_secret, count(*) as passes from device
      join terminal_pass pass on pass.device_id = device.id
      where device.sn = any($1) group by device.id order by device.sn`,
    [sns],
  )
  return rows
}

const patience = { timeout: 300_000, interval: 500 }

it('the virtual terminals of a demo live beside NATS, and go on after a restart', async () => {
  const begun = new Date()
  await start()
  await expect.poll(() => haveSpoken(begun), patience).toBeGreaterThanOrEqual(enough)

  const { rows } = await pool.query<{ id: string; sn: string }>(
    'select device.id, device.sn from device join device_online online on online.device_id = device.id',
  )
  const db = openDatabase(pool)
  for (const device of rows) await giveCommand({ db }, device, { cmd: 'SYNC', args: {} })
  const answered = () => counted('from push_item where acked_at is not null')
  await expect.poll(answered, patience).toBeGreaterThanOrEqual(enough / 2)

  await end()
  const sns = await withPassword()
  expect(sns.length).toBeGreaterThanOrEqual(enough)
  const [before, restarted] = [await credentialsOf(sns), new Date()]
  await start()
  await expect.poll(() => haveSpoken(restarted, sns), patience).toBeGreaterThanOrEqual(enough)
  // Nobody enrolled again, nor asked for a password that he had.
  expect(await credentialsOf(sns)).toEqual(before)
}, 900_000)
