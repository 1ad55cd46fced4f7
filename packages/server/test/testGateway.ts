import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  type CommandName,
  type DeviceEnvelope,
  deviceMessages,
  passwordText,
} from '@muster/contract'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { startGateway } from '../src/features/device/broker/startGateway.ts'
import { startDeviceWorker } from '../src/features/device/device.worker.ts'
import type { Platform } from '../src/kit/context.ts'
import { deviceOutbox, tell } from '../src/kit/outbox.ts'
import { openDatabase, openPool } from '../src/platform/db.ts'
import { type NatsAddresses, readEnv } from '../src/platform/env.ts'
import { startLiveHub } from '../src/platform/liveHub.ts'
import { makeNatsKeys } from '../src/platform/natsKeys.ts'
import { natsTrust } from '../src/platform/natsTrust.ts'
import { secretsOf } from '../src/platform/secrets.ts'
import { addOrganization } from './testApp.ts'
import { createTestDatabase } from './testDatabase.ts'

/** The gateway role on a database of its own, with an organisation, a model and its terminals. */
export interface TestGateway {
  readonly platform: Platform
  readonly url: string
  readonly orgId: string
  readonly isReady: () => Promise<boolean>
  readonly modelId: string
  readonly databaseUrl: string
  /** MUSTER_SECRET of the installation. */
  readonly secret: string
  /** Adds a terminal with a credential; `registered: false` leaves the credential out. */
  addDevice(wishes?: {
    lifecycle?: string
    registered?: boolean
    orgId?: string
  }): Promise<TestDevice>
  /** Lets the next enrolment replace a terminal's credential, as the console's call does. */
  release(device: TestDevice): Promise<unknown>
  /** Gives a command as the console's call does. Answers the item's id. */
  command(device: TestDevice, wishes?: CommandWishes): Promise<string>
  sql<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

export interface TestDevice {
  readonly id: string
  readonly sn: string
  readonly secret: Buffer
}

export interface CommandWishes {
  readonly cmd?: CommandName
  readonly args?: Record<string, unknown>
  readonly ttlSeconds?: number
}

let numbers = 0

export interface GatewayWishes {
  readonly heartbeatSeconds?: number
  readonly sweeps?: boolean
  readonly now?: () => Date
  /** Starts NATS, instead of the embedded broker, that believes the keys of this installation. */
  readonly nats?: (trust: string) => Promise<NatsAddresses>
}

const releaseSql = `update device set released_until = now() + interval '24 hours' where id = $1`

/** Starts the gateway (and, with `sweeps`, what time does to terminals); close it in `afterAll`. */
export async function startTestGateway(wishes: GatewayWishes = {}): Promise<TestGateway> {
  const database = await createTestDatabase()
  const pool = openPool(database.url, 8)
  const folder = await mkdtemp(join(tmpdir(), 'muster-gateway-'))
  const variables = { DATABASE_URL: database.url, MUSTER_DATA: folder, MQTT_PORT: '0' }
  const env = readEnv({ ...variables, LOG_LEVEL: 'error' }, [])
  const secret = randomBytes(32)
  const secrets = secretsOf(secret)
  const nats = (await wishes.nats?.(await natsTrust(await makeNatsKeys({ pool, secrets })))) ?? null
  const platform: Platform = {
    env: { ...env, nats, heartbeatSeconds: wishes.heartbeatSeconds ?? 120 },
    pool,
    db: openDatabase(pool),
    live: await startLiveHub(database.url, pool),
    bucket: null,
    secrets,
    log: pino({ level: 'silent' }),
    now: wishes.now ?? (() => new Date()),
  }
  const gateway = await startGateway(platform)
  const worker = wishes.sweeps ? startDeviceWorker(platform) : null
  const { id: orgId } = await addOrganization(platform, { name: 'Estate', code: 'estate' })
  const modelId = await addModel(platform)
  return {
    platform,
    orgId,
    modelId,
    databaseUrl: database.url,
    secret: secret.toString('base64'),
    async isReady() {
      const reasons = await Promise.all(gateway.needs.map(({ check }) => check()))
      return reasons.every((reason) => reason === null)
    },
    url: nats?.mqtt[0] ?? `mqtt://127.0.0.1:${gateway.port()}`,
    command: (device, command = {}) => giveCommand(platform, device, command),
    addDevice: (device = {}) => addDevice(platform, { modelId, orgId, ...device }),
    release: ({ id }) => pool.query(releaseSql, [id]),
    sql: async <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
      (await pool.query<R>(text, values)).rows,
    async close() {
      await worker?.stop()
      await gateway.stop()
      await platform.live.stop()
      await pool.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A model of a vendor; its id. */
export async function addModel({ db }: Pick<Platform, 'db'>): Promise<string> {
  const { id: vendorId } = await db
    .insertInto('vendor')
    .values({ name: 'Vendor', code: 'vendor' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: categoryId } = await db
    .insertInto('category')
    .values({ name: 'Smart', code: 'smart', osKind: 'ANDROID' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('model')
    .values({ vendorId, categoryId, name: 'Model', code: 'model', osType: 'ANDROID' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A terminal, past the rules of its routes; unless told otherwise it has a credential. */
export async function addDevice(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  wishes: { modelId: string; orgId: string; lifecycle?: string; registered?: boolean },
): Promise<TestDevice> {
  const sn = `TEST-${String(++numbers).padStart(6, '0')}`
  const { modelId, orgId, lifecycle = 'ACTIVE', registered = true } = wishes
  const { vendorId } = await db
    .selectFrom('model')
    .select('vendorId')
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('device')
    .values({ sn, modelId, vendorId, orgId, lifecycle })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = randomBytes(32)
  if (registered)
    await db
      .updateTable('device')
      .set({ sealedSecret: secrets.seal(secret, `device.secret:${id}`) })
      .where('id', '=', id)
      .execute()
  return { id, sn, secret }
}

/** Gives a command as the console's call does. Answers the item's id. */
export async function giveCommand(
  { db, live }: { db: Platform['db']; live?: Platform['live'] },
  device: Pick<TestDevice, 'id' | 'sn'>,
  { cmd = 'REBOOT', args = { delay: 0 }, ttlSeconds = 600 }: CommandWishes,
): Promise<string> {
  const expiresAt = Date.now() + ttlSeconds * 1000
  const id = await db.transaction().execute(async (trx) => {
    const item = await trx
      .insertInto('pushItem')
      .values({
        deviceId: device.id,
        cmd,
        args: JSON.stringify(args),
        state: 'QUEUED',
        expiresAt: new Date(expiresAt).toISOString(),
      })
      .returning(['id', 'messageId'])
      .executeTakeFirstOrThrow()
    await tell({ db: trx, ring: () => undefined }, deviceMessages.commandNotice, {
      to: { sn: device.sn, messageId: item.messageId, expiresAt },
      body: { item: item.id, cmd, args, attempt: 1 },
    })
    return item.id
  })
  live?.ring(deviceOutbox)
  return id
}

/** The MQTT password of a terminal; what a test leaves out is what a good terminal shows. */
export function passwordOf(
  { sn, secret }: Pick<TestDevice, 'sn' | 'secret'>,
  { exp = Math.floor(Date.now() / 1000) + 3600, nonce = randomBytes(12).toString('hex') } = {},
): string {
  const mac = createHmac('sha256', secret)
    .update(passwordText(sn, exp, nonce))
    .digest('base64url')
  return `v1.${exp}.${nonce}.${mac}`
}

/** One connection of a terminal, below the level of a virtual terminal: a test decides each packet. */
export class TestTerminal {
  readonly client: MqttClient
  readonly sn: string
  readonly received: { topic: string; message: DeviceEnvelope }[] = []
  readonly #waiting = new Set<() => void>()

  constructor(client: MqttClient, sn: string) {
    this.client = client
    this.sn = sn
    client.on('message', (topic, payload) => {
      const message: DeviceEnvelope = JSON.parse(payload.toString())
      this.received.push({ topic, message })
      for (const look of this.#waiting) look()
    })
  }

  /** The nth message of a type that came, as soon as it is there. */
  message(type: string, nth = 1): Promise<DeviceEnvelope> {
    return this.#once(type, () => this.#of(type)[nth - 1])
  }

  /** The command of an item, as soon as it is there; others may come, or come again, before it. */
  commandOf(item: unknown): Promise<DeviceEnvelope> {
    return this.#once(`command of ${String(item)}`, () =>
      this.#of('cmd').find(({ body }) => isOf(body, item)),
    )
  }

  #of(type: string): DeviceEnvelope[] {
    return this.received.map(({ message }) => message).filter((message) => message.type === type)
  }

  async #once(what: string, find: () => DeviceEnvelope | undefined): Promise<DeviceEnvelope> {
    const found = find()
    if (found) return found
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${what} came`)), 60_000)
      const look = () => {
        const late = find()
        if (!late) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(late)
      }
      this.#waiting.add(look)
    })
  }

  /** Publishes a message in order; settles with the broker's acknowledgement. */
  async up(path: string, body: unknown, more: Partial<DeviceEnvelope> = {}): Promise<void> {
    const [type = ''] = path.split('/')
    const message = { v: 1, id: randomUUID(), ts: Date.now(), type, body, ...more }
    await this.raw(`tms/v1/main/${this.sn}/up/${path}`, JSON.stringify(message))
  }

  async raw(topic: string, payload: string | Buffer): Promise<void> {
    await this.client.publishAsync(topic, payload, { qos: 1 })
  }

  async listen(): Promise<void> {
    await this.client.subscribeAsync(`tms/v1/main/${this.sn}/down/#`, { qos: 1 })
  }

  /** Reports a step of a command. */
  report(
    item: unknown,
    state: string,
    more: object = {},
    id: string = randomUUID(),
  ): Promise<void> {
    const body = { item, state, at: Date.now(), ...more }
    return this.up(`task/${String(item)}`, body, { id })
  }

  async leave(): Promise<void> {
    await this.client.endAsync()
  }

  /** Breaks the connection without a word. */
  cut(): void {
    this.client.stream.destroy()
  }
}

/** Connects as the broker sees it; rejects with its return code. */
export async function connectRaw(
  url: string,
  options: IClientOptions & { clientId: string },
): Promise<MqttClient> {
  const client = connect(url, { reconnectPeriod: 0, keepalive: 60, ...options })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.on('error', reject)
    client.once('close', () => reject(new Error('closed')))
  }).catch((error: unknown) => {
    client.end(true)
    throw error
  })
  return client
}

/** A good terminal that is connected and listens. */
export async function openTerminal(
  gateway: TestGateway,
  device: TestDevice,
  options: IClientOptions = {},
): Promise<TestTerminal> {
  const client = await connectRaw(gateway.url, {
    clientId: `d:${device.sn}`,
    username: device.sn,
    password: passwordOf(device),
    ...options,
  })
  const terminal = new TestTerminal(client, device.sn)
  await terminal.listen()
  return terminal
}

/** Waits until `holds`, which may fail to begin with. */
export async function eventually<T>(
  holds: () => Promise<T | null | undefined | false>,
  seconds = 60,
): Promise<T> {
  const began = Date.now()
  for (;;) {
    const found = await holds()
    if (found) return found
    const waitedMs = Date.now() - began
    if (waitedMs > seconds * 1000) throw new Error(`waited ${seconds} s in vain`)
    // To look has its price; what has not come at once comes no later for it.
    await new Promise((done) => setTimeout(done, waitedMs < 1_000 ? 20 : 100))
  }
}

const isOf = (body: unknown, item: unknown): boolean =>
  typeof body === 'object' && body !== null && 'item' in body && body.item === item
