import type { lookup, LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayReach } from '../../../platform/outbound.ts'
import { send } from './send.ts'

const taken: string[] = []
const receiver = createServer((request, response) => {
  taken.push(`${request.method} ${request.url}`)
  if (request.url === '/redirect') response.writeHead(302, { location: '/taken' })
  response.end()
})
let port = 0

type Answered = (error: Error | null, addresses: LookupAddress[]) => void

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  // The address of a server that listens on a port.
  ;({ port } = receiver.address() as AddressInfo)
})
afterAll(() => void receiver.close())

const to = (url: string, networks: readonly string[] = []) =>
  send({ url, headers: {}, body: '{}', networks, now: () => new Date() })

describe('a delivery', () => {
  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://localhost',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::ffff:a00:1]',
    'http://0.0.0.0',
  ])('reaches nobody at %s', async (address) => {
    const before = taken.length
    const { status, error } = await to(`${address}:${port}/`)
    expect({ status, error }).toEqual({ status: null, error: 'the address is not a public one' })
    expect(taken).toHaveLength(before)
  })

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '127.0.0.53',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '::1',
    '::127.0.0.1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    'not an address',
    '',
  ])('goes to no %s', (address) => {
    expect(mayReach(address, [])).toBe(false)
  })

  it.each(['8.8.8.8', '93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
    'goes to %s',
    (address) => {
      expect(mayReach(address, [])).toBe(true)
    },
  )

  it('goes to a private network that the operator has allowed, by name and by number', async () => {
    const networks = ['127.0.0.0/8']
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await to(`http://${host}:${port}/taken`, networks)).toMatchObject({ status: 200 })
    expect(mayReach('10.0.0.1', networks)).toBe(false)
  })

  it('follows no redirect', async () => {
    const before = taken.length
    const { status } = await to(`http://127.0.0.1:${port}/redirect`, ['127.0.0.1'])
    expect(status).toBe(302)
    expect(taken.slice(before)).toEqual(['POST /redirect'])
  })

  it('to nobody says why', async () => {
    expect(await to('http://127.0.0.1:1/', ['127.0.0.1'])).toMatchObject({ error: 'ECONNREFUSED' })
  })

  it('goes where its name was looked up, whatever the name means a moment later', async () => {
    // Stands for a public address: the only one that may be reached.
    const outer = createServer((_, response) => response.end()).listen(port, '127.0.0.2')
    await once(outer, 'listening')
    let asked = 0
    const rebinding = ((_name: string, _options: object, done: Answered) => {
      asked += 1
      done(null, [{ address: asked === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }])
    }) as unknown as typeof lookup
    const both = ((_name: string, _options: object, done: Answered) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ])) as unknown as typeof lookup
    const before = taken.length
    const deliver = (resolve: typeof lookup) =>
      send({
        url: `http://rebinding.example:${port}/`,
        headers: {},
        body: '{}',
        networks: ['127.0.0.2'],
        resolve,
        now: () => new Date(),
      })
    expect(await deliver(rebinding)).toMatchObject({ status: 200 })
    expect(asked).toBe(1)
    expect(await deliver(rebinding)).toMatchObject({ error: 'the address is not a public one' })
    expect(await deliver(both)).toMatchObject({ status: 200 })
    expect(taken).toHaveLength(before)
    outer.close()
  })
})
