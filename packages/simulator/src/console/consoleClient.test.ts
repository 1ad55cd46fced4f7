import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  agreeSessionKey,
  headers,
  makeKeyPair,
  organizations,
  type PublicKey,
  signRequest,
  vendors,
} from '@muster/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ConsoleClient } from './consoleClient.ts'

const login = z.object({
  userName: z.string(),
  password: z.string(),
  publicKey: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
  }),
})

let http: Server
let url: string
let firstLogin: 0 | 1
/** So many calls are answered that the server is busy. */
let busy: number
const seen: { target: string; isProved: boolean; nonce: string }[] = []

beforeEach(async () => {
  firstLogin = 0
  busy = 0
  seen.length = 0
  const pair = await makeKeyPair()
  const exported = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { kty: 'EC', crv: 'P-256', x: exported.x ?? '', y: exported.y ?? '' } as const
  let theirs: PublicKey | null = null

  async function answer(request: IncomingMessage): Promise<unknown> {
    const body = await text(request)
    if (!theirs || request.url?.endsWith('/login')) {
      const told = login.parse(JSON.parse(body))
      if (told.password !== 'right') return { code: 40104, msg: 'wrong', data: null }
      theirs = told.publicKey
      const own = { accessToken: 'token', clientId: 'session-1', publicKey, serverTime: Date.now() }
      const left = { firstLogin, initEmail: 0, pwdCheck: 1, bindFactor: 0 }
      return { code: 200, msg: '', data: { ...own, ...left } }
    }
    const head = (name: string) => String(request.headers[name.toLowerCase()])
    const [, nonce = ''] = head(headers.signature).split('.')
    const target = `${request.method} ${request.url}`
    const key = await agreeSessionKey(pair.privateKey, theirs, 'session-1')
    const expected = await signRequest(key, {
      method: request.method ?? '',
      path: request.url ?? '',
      body: new TextEncoder().encode(body),
      timestamp: head(headers.timestamp),
      clientId: head(headers.clientId),
      nonce,
      accessToken: head(headers.token),
    })
    seen.push({ target, isProved: expected === head(headers.signature), nonce })
    if (busy > 0) {
      busy -= 1
      return { code: 503, msg: 'busy', data: null }
    }
    return target.includes('/tree')
      ? { code: 200, msg: '', data: [] }
      : { code: 40302, msg: 'no', data: null }
  }

  http = createServer((request, response) => {
    void answer(request).then((told) => response.end(JSON.stringify(told)))
  })
  await new Promise<void>((done) => {
    http.listen(0, '127.0.0.1', done)
  })
  const address = http.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})

afterEach(() => {
  http.closeAllConnections()
  http.close()
})

describe('the client of the console', () => {
  it('signs each call with the key that it agreed at sign-in', async () => {
    const client = await ConsoleClient.signIn(url, 'admin', 'right')
    await client.call(organizations.tree, {})
    await expect(client.call(vendors.page, { query: { code: 'A&B' } })).rejects.toThrow('40302')
    expect(seen.map(({ target }) => target)).toEqual([
      `GET ${organizations.tree.path}`,
      `GET ${vendors.page.path}?code=A%26B`,
    ])
    expect(seen.every(({ isProved }) => isProved)).toBe(true)
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(2)
  })

  it('asks a server that is busy for a moment again, each time anew, and gives up in the end', async () => {
    const client = await ConsoleClient.signIn(url, 'admin', 'right')
    busy = 2
    expect(await client.call(organizations.tree, {})).toEqual([])
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(3)
    busy = 100
    await expect(client.call(organizations.tree, {})).rejects.toThrow('503')
  })

  it('tells that the password is wrong', async () => {
    await expect(ConsoleClient.signIn(url, 'admin', 'wrong')).rejects.toThrow('40104')
  })

  it('does nothing for a user who must set a password first', async () => {
    firstLogin = 1
    await expect(ConsoleClient.signIn(url, 'admin', 'right')).rejects.toThrow('new password')
  })
})
