import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { areas, codes } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutSoon } from '../cutSoon.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../testApp.ts'

// A real listening server, and what strangers and people with a session throw at it.

let app: TestApp
let user: TestUser
let port: number

beforeAll(async () => {
  app = await startTestApp()
  user = await signedIn(app, { isSuperAdmin: true })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  // The address of a server that listens on a port.
  ;({ port } = app.http.server.address() as AddressInfo)
})
afterAll(() => app.close())

const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status

describe('a listening server', () => {
  it('answers while 2,000 sockets send their headers without end, and closes them', async () => {
    const sockets: Socket[] = []
    for (let n = 0; n < 2_000; n += 200) {
      const batch = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
      await Promise.all(batch.map((socket) => once(socket, 'connect')))
      for (const socket of batch) {
        socket.on('error', () => undefined).resume()
        socket.write('POST /admin/auth/v1/auth/login HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      }
      sockets.push(...batch)
    }
    try {
      expect(await health()).toBe(200)
      expect((await user.call(areas.page, { query: {} })).code).toBe(codes.success)
      const { requestTimeout, headersTimeout } = app.http.server
      cutSoon(app.http.server)
      await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(0)
      Object.assign(app.http.server, { requestTimeout, headersTimeout })
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  const deep = (open: string, close: string, levels: number) =>
    open.repeat(levels) + close.repeat(levels)

  it.each([
    ['deep lists', deep('[', ']', 100_000)],
    ['deep objects', deep('{"a":', '}', 100_000).replace('}', '1}')],
    ['deep objects with an escape', `{"\\u0061":${deep('[', ']', 100_000)}}`],
    ['a deep member', `{"name":${deep('[', ']', 100_000)},"code":"X","type":"zone"}`],
    ['60,000 members', `{${Array.from({ length: 60_000 }, (_, n) => `"m${n}":1`).join()}}`],
    ['no JSON', '{"name":'],
    ['a prototype', '{"__proto__":{"isSuperAdmin":true},"constructor":{}}'],
  ])('refuses %s as a bad request', async (_, body) => {
    const { code } = await user.send({ method: 'POST', url: areas.add.path, body })
    expect(code).toBe(codes.badRequest)
    expect(app.failures).toEqual([])
  })

  it('refuses a body of more than a megabyte before it has read it', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${areas.add.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"name":"${'x'.repeat(1_100_000)}"}`,
    })
    expect(answer.status).toBe(413)
  })
})
