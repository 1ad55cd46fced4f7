import { once } from 'node:events'
import { createServer } from 'node:net'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeBroker } from './broker.ts'
import type { DeviceBroker, LinkHandlers } from './brokerLink.ts'
import { openBrokerProbe, probeCheck } from './brokerProbe.ts'
import { shareCheck } from './readiness.ts'

let broker: DeviceBroker<string>
let received: string[]
let attempts: string[]

beforeEach(async () => {
  received = []
  attempts = []
  broker = makeBroker<string>({
    port: 0,
    host: '127.0.0.1',
    maxPacketBytes: 1024,
    log: pino({ level: 'silent' }),
  })
  await broker.open(handlers)
})

const options = {
  port: 0,
  host: '127.0.0.1',
  maxPacketBytes: 1024,
  log: pino({ level: 'silent' }),
}

const handlers: LinkHandlers<string> = {
  async admit({ clientId }) {
    attempts.push(clientId)
    return { refuse: 'refused' }
  },
  mayPublish: () => true,
  maySubscribe: () => true,
  subscribed: () => undefined,
  opened: ({ clientId }) => void attempts.push(clientId),
  closed: () => undefined,
  receive: ({ topic }, done) => {
    received.push(topic)
    done()
  },
  turnedAway: () => undefined,
}

afterEach(() => broker.link.stop())

it('is satisfied by a broker that brings its message back, which no terminal sees', async () => {
  expect(await broker.link.check()).toBeNull()
  expect(received).toEqual([])
  expect(attempts).toEqual([])
})

it('is satisfied where connections of this machine must begin with a PROXY header', async () => {
  const proxied = makeBroker<string>({ ...options, trustedProxies: ['127.0.0.0/8'] })
  await proxied.open(handlers)
  expect(await proxied.link.check()).toBeNull()
  await proxied.link.stop()
})

it('says that the listener is closed', async () => {
  await broker.link.stop()
  expect(await broker.link.check()).toBe('The listener for terminals is closed.')
})

it('says in time that a broker takes connections and does nothing with them', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const check = shareCheck({ name: 'broker', check: probeCheck(openBrokerProbe(), () => port) })
  expect(await check()).toBe('Check "broker": no answer within 1.4 s.')
  server.close()
})

it('lets nobody else in by the name of a probe', async () => {
  const { link } = broker
  await expect(
    connectAsync(`mqtt://127.0.0.1:${link.port()}`, {
      clientId: 'muster-probe-stranger',
      username: 'muster-probe',
      password: 'guessed',
      reconnectPeriod: 0,
    }),
  ).rejects.toThrow('Bad username or password')
  expect(attempts).toEqual(['muster-probe-stranger'])
})

it('says by its code why the broker cannot be reached', async () => {
  const probe = openBrokerProbe()
  const check = probeCheck(probe, () => 1)
  expect(await check()).toBe('The broker cannot be reached (ECONNREFUSED).')
})
