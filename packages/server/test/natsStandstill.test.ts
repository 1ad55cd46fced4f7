import { once } from 'node:events'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { connectAsync, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../src/platform/db.ts'
import { makeNatsClient, type NatsLink } from '../src/platform/natsClient.ts'
import { makeNatsKeys, type NatsKeys, newUserKey } from '../src/platform/natsKeys.ts'
import { natsTrust } from '../src/platform/natsTrust.ts'
import { secretsOf } from '../src/platform/secrets.ts'
import { type NatsServers, startNatsServers } from './natsServers.ts'
import { createPreparedDatabase } from './prepared.ts'
import type { TestDatabase } from './testDatabase.ts'
import { eventually } from './testGateway.ts'

// Three real nodes of NATS lose the leader of the gateways' consumer, or one leads that does nothing.

const sn = 'NT-1'
const consumer = ['$MQTT_msgs', 'muster-gateways'] as const

let database: TestDatabase
let pool: pg.Pool
let keys: NatsKeys
let servers: NatsServers
let nats: NatsConnection
let terminal: MqttClient
let gateway: NatsLink
/** The gateway's ways to the first node. */
let way: Way
let mqttWay: Way
const received: string[] = []
const told: string[] = []
const commands: string[] = []

beforeAll(async () => {
  database = await createPreparedDatabase()
  pool = openPool(database.url, 2)
  keys = await makeNatsKeys({ pool, secrets: secretsOf(Buffer.alloc(32, 7)) })
  servers = await startNatsServers({ count: 3, trust: await natsTrust(keys) })
  const hosts = servers.servers.map((address) => new URL(address).host)
  nats = await connect({
    servers: hosts,
    authenticator: jwtAuthenticator(await keys.gatewayUser()),
    maxReconnectAttempts: -1,
  })
  way = await openWay(servers.servers[0] ?? '')
  mqttWay = await openWay(servers.mqtt[0] ?? '')
  const log = pino({ level: 'warn' }, { write: (line) => void told.push(line) })
  gateway = makeNatsClient({
    servers: [`nats://127.0.0.1:${way.port}`],
    mqtt: [`mqtt://127.0.0.1:${mqttWay.port}`],
    keys,
    clientId: 'muster:1',
    log,
  })
  await gateway.open({
    receive: ({ payload }, done) => {
      received.push(payload.toString())
      done()
    },
    opened: () => undefined,
    closed: () => undefined,
    attached: async () => undefined,
  })
  await eventually(async () => (await gateway.link.check()) === null, 60)
  terminal = await openTerminal(servers.mqtt[1] ?? '')
})

afterAll(async () => {
  await terminal.endAsync(true)
  await gateway.link.stop()
  await nats.close()
  way.close()
  mqttWay.close()
  await servers.stop()
  await pool.end()
  await database.drop()
})

/** A way to a node that can fail. */
interface Way {
  readonly port: number
  /** Changes what goes to the node. */
  alter: (text: string) => string
  /** Whether what the node says is kept back. */
  readonly mute: (isMute: boolean) => void
  readonly close: () => void
}

async function openWay(address: string): Promise<Way> {
  const { hostname, port } = new URL(address)
  const nodes = new Set<Socket>()
  const server = createServer((socket) => {
    const node = connectSocket(Number(port), hostname)
    nodes.add(node)
    socket.setEncoding('latin1').on('data', (text: string) => {
      node.write(way.alter(text), 'latin1')
    })
    node.on('data', (bytes) => socket.write(bytes))
    socket.on('error', () => undefined).on('close', () => node.destroy())
    node
      .on('error', () => undefined)
      .on('close', () => {
        nodes.delete(node)
        socket.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const way: Way = {
    port: typeof at === 'object' && at ? at.port : 0,
    alter: (text) => text,
    mute(isMute) {
      for (const node of nodes)
        if (isMute) node.pause()
        else node.resume()
    },
    close: () => void server.close(),
  }
  return way
}

async function openTerminal(url: string): Promise<MqttClient> {
  const password = await keys.terminalUser({
    sn,
    userKey: newUserKey(),
    exp: Math.floor(Date.now() / 1000) + 3600,
    publish: [`tms.v1.main.${sn}.up.>`],
    subscribe: [`tms.v1.main.${sn}.down.>`, `tms.v1.main.${sn}.down`],
    maxPayloadBytes: 1024,
  })
  const client = await connectAsync(url, {
    clientId: `d:${sn}`,
    username: sn,
    password,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: 500,
  })
  client.on('error', () => undefined)
  client.on('message', (_, payload) => commands.push(payload.toString()))
  await client.subscribeAsync(`tms/v1/main/${sn}/down/#`, { qos: 1 })
  return client
}

const report = (text: string) => terminal.publishAsync(`tms/v1/main/${sn}/up/hb`, text, { qos: 1 })

const command = (text: string) =>
  gateway.link.publishDown({
    clientId: `d:${sn}`,
    topic: `tms/v1/main/${sn}/down/cmd`,
    payload: Buffer.from(text),
    retain: false,
  })

async function leader(): Promise<string | undefined> {
  const manager = await jetstreamManager(nats, { checkAPI: false })
  const info = await manager.consumers.info(...consumer).catch(() => null)
  return info?.cluster?.leader
}

/** Asks for another leader; answers once there is one. */
async function changeLeader(): Promise<void> {
  const before = await leader()
  await nats.request(`$JS.API.CONSUMER.LEADER.STEPDOWN.${consumer.join('.')}`)
  await eventually(async () => ![undefined, '', before].includes(await leader()), 30)
}

/** Well before what was asked of the nodes runs out by itself, after 30 s. */
const soon = { timeout: 20_000, interval: 50 }

it('a new leader of the consumer is asked for messages within seconds', async () => {
  await report('before')
  await expect.poll(() => received, soon).toContain('before')
  await changeLeader()
  await report('after')
  await expect.poll(() => received, soon).toContain('after')
})

it('reports and commands arrive soon after all nodes stood still', async () => {
  const signal = (name: NodeJS.Signals) => {
    for (const node of servers.nodes) process.kill(node.pid(), name)
  }
  signal('SIGSTOP')
  await sleep(12_000)
  signal('SIGCONT')
  await report('after the pause')
  await expect.poll(() => received, { ...soon, timeout: 15_000 }).toContain('after the pause')
  await eventually(async () => (await gateway.link.check()) === null, 30)
  await expect.poll(() => command('a command'), soon).toBe(true)
  await expect.poll(() => commands, soon).toContain('a command')
})

it('a long row of commands waits for no word of NATS', async () => {
  onTestFinished(() => mqttWay.mute(false))
  await expect.poll(() => gateway.link.isConnected(''), soon).toBe(true)
  mqttWay.mute(true)
  const sent = Array.from({ length: 100 }, (_, index) => `of many ${index}`)
  expect(sent.every(command)).toBe(true)
  await expect.poll(() => commands, soon).toEqual(expect.arrayContaining(sent))
})

it('a leader that takes no requests is told to step down', async () => {
  const mend = () => {
    way.alter = (text) => text
  }
  onTestFinished(mend)
  way.alter = (text) => text.replaceAll('.MSG.NEXT.', '.MSG.LOST.')
  // It knows nothing of what was asked for before.
  await changeLeader()
  const stuck = await leader()
  await report('kept')
  await eventually(async () => ![undefined, '', stuck].includes(await leader()), 90)
  expect(told.join()).toContain('The nodes were asked to choose another leader.')
  expect(received).not.toContain('kept')
  mend()
  await expect.poll(() => received, soon).toContain('kept')
})
