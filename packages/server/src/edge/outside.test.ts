import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { areas, codes, fillPath, mailServers } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../test/testApp.ts'
import { whileHolding } from '../platform/holding.ts'
import { txtRecords } from '../platform/dns.ts'
import { connectOutbound, requestOutbound } from '../platform/outbound.ts'
import { scannerVersion } from '../platform/clamd.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp(undefined, { MUSTER_MAIL_NETWORKS: '127.0.0.0/8' })
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

it('holds no connection while a mail server says nothing, and answers a twin to wait', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { id } = await admin.get(mailServers.add, {
    body: {
      name: 'Silent',
      host: '127.0.0.1',
      port,
      security: 'none',
      senderName: 'Muster',
      senderAddress: 'muster@example.com',
    },
  })
  const test = (key: string) =>
    admin.send({
      method: 'POST',
      url: fillPath(mailServers.test.path, { id }),
      body: JSON.stringify({ to: 'me@example.com' }),
      headers: { 'idempotency-key': key },
    })
  const { pool } = app.platform
  // More than the pool has connections.
  const tests = Array.from({ length: 12 }, (_, n) => test(`key-${n}`))
  await expect.poll(() => sockets.length).toBe(12)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await admin.call(areas.page, { query: {} })).code).toBe(codes.success)
  expect((await test('key-0')).code).toBe(codes.unavailable)
  for (const socket of sockets) socket.destroy()
  const answers = await Promise.all(tests)
  silent.close()
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([codes.warning]))
  expect(await test('key-0')).toEqual(answers[0])
})

it.each<[string, () => unknown]>([
  ['a DNS server', () => txtRecords('example.com', ['127.0.0.1:9'])],
  ['the virus scanner', () => scannerVersion('tcp://127.0.0.1:9')],
  ['a mail server', () => connectOutbound({ host: '127.0.0.1', port: 9, networks: [] })],
  ['a webhook', () => requestOutbound(new URL('http://127.0.0.1:9'), { networks: [] })],
])('asks nobody outside from within a transaction: %s', async (_, ask) => {
  await expect(whileHolding(async () => ask())).rejects.toThrow(
    'while a database connection is held',
  )
})
