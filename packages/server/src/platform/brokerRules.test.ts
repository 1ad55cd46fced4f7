import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../../test/testGateway.ts'
import { makeBroker } from './broker.ts'
import type { DeviceBroker, LinkHandlers } from './brokerLink.ts'
import type { BrokerRules } from './brokerShelf.ts'

const usual = { keepAliveSeconds: 1200, maxPacketKb: 128, inflight: 100, connectsPerSecond: 500 }

let broker: DeviceBroker<string>
const reasons: string[] = []
const clients: MqttClient[] = []

const handlers: LinkHandlers<string> = {
  admit: ({ clientId }) => Promise.resolve({ session: clientId }),
  mayPublish: () => true,
  maySubscribe: () => true,
  subscribed: () => undefined,
  opened: () => undefined,
  closed: (_, reason) => void reasons.push(reason),
  receive: (_, done) => done(),
  turnedAway: (because) => void reasons.push(because),
}

async function open(rules: () => BrokerRules): Promise<void> {
  const log = pino({ level: 'silent' })
  broker = makeBroker<string>({ port: 0, maxPacketBytes: 132_096, log, rules })
  await broker.open(handlers)
}

async function join(clientId: string, more: IClientOptions = {}): Promise<MqttClient> {
  const options = { clientId, username: clientId, password: 'any', reconnectPeriod: 0, ...more }
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.link.port()}`, options)
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true)
  await broker.link.stop()
  reasons.length = 0
})

it('takes a longer keep-alive than is allowed for the longest', async () => {
  await open(() => ({ ...usual, keepAliveSeconds: 1 }))
  const client = await join('silent', { keepalive: 600 })
  await expect.poll(() => reasons).toContain('keepAlive')
  await expect.poll(() => client.connected).toBe(false)
})

it('follows the largest packet while connections stand', async () => {
  let maxPacketKb = 128
  await open(() => ({ ...usual, maxPacketKb }))
  const client = await join('talker')
  await client.publishAsync('any', Buffer.alloc(8_000), { qos: 1 })
  maxPacketKb = 4
  client.publish('any', Buffer.alloc(8_000), { qos: 1 })
  await expect.poll(() => reasons).toContain('tooLarge')
  await expect.poll(() => client.connected).toBe(false)
})

it('asks new connections above the rate to come back', async () => {
  await open(() => ({ ...usual, connectsPerSecond: 1 }))
  await join('first')
  // At once: however slow the machine is, they come faster than one a second.
  const others = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => join(`other ${n}`)))
  expect(others).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 3 }),
  })
  expect(reasons).toContain('tooMany')
})

it('sends no more than may be under way until the terminal acknowledges', async () => {
  await open(() => ({ ...usual, inflight: 2 }))
  const client = await join('receiver')
  const held: (() => void)[] = []
  const received: string[] = []
  client.handleMessage = (packet, done) => {
    received.push(String('payload' in packet ? packet.payload : '').slice(0, 1))
    held.push(() => done())
  }
  await client.subscribeAsync('down', { qos: 1 })
  const { stream } = client
  const bytes = () => (stream instanceof Socket ? stream.bytesRead : Number.NaN)
  const before = bytes()
  let delivered = 0
  for (let number = 1; number <= 5; number++)
    broker.link.publishDown({
      clientId: 'receiver',
      topic: 'down',
      payload: Buffer.from(String(number).repeat(1_000)),
      retain: false,
      delivered: () => void delivered++,
    })
  await eventually(async () => bytes() - before > 2_000)
  await sleep(100)
  expect(bytes() - before).toBeLessThan(3_000)
  await eventually(async () => {
    for (const done of held.splice(0)) done()
    return delivered === 5
  })
  expect(received).toEqual(['1', '2', '3', '4', '5'])
})
