import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { playedTerminals, quick, sn } from '../../test/playedTerminals.ts'

const played = playedTerminals()

/** Plays the platform's store, written from docs/device-protocol.md. */
let server: Server
let url: string
let offers: object[]
let asked: { path: string; body: unknown }[]
let looks: number

beforeEach(async () => {
  offers = []
  asked = []
  looks = 0
  server = createServer((request, response) => void answer(request, response)).listen(0)
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(() => void server.close())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '', url)
  const isProved = request.headers.authorization?.startsWith('Bearer v1.') ?? false
  if (!isProved) return void response.writeHead(401).end('{}')
  if (request.method === 'GET' && path === '/device/v1/store/apps') {
    looks += 1
    const apps = searchParams.get('sn') === sn ? offers : []
    return void response.end(JSON.stringify({ apps }))
  }
  asked.push({ path, body: await json(request) })
  response.writeHead(202).end('{}')
}

const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`
const offer = (name: string, code: number, digit: number) => ({
  package: name,
  name,
  version: { id: id(digit), code, name: String(code), size: 1000 },
})
const shopping = { ...quick, shops: 1 }

it('asks for an application of its store that it has not, or an older one of', async () => {
  const terminal = await played.online({ files: url, scenario: shopping })
  const pay = terminal.installed('com.example.pay')
  offers = [offer('com.example.pay', pay?.vc ?? 0, 1), offer('com.chosen', 3, 2)]
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), 10_000)
  expect(asked[0]).toEqual({ path: `/device/v1/store/install/${id(2)}`, body: { sn } })
  offers = [offer('com.example.pay', (pay?.vc ?? 0) + 1, 3)]
  await vi.waitFor(() => expect(asked.at(-1)?.path).toContain(id(3)), 10_000)
})

it('asks for nothing that it has already, and of a store that cannot be read', async () => {
  const terminal = await played.online({ files: url, scenario: shopping })
  offers = [offer('com.example.pay', terminal.installed('com.example.pay')?.vc ?? 0, 1)]
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1), 10_000)
  offers = [{ package: 'com.broken' }]
  const before = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 1), 10_000)
  expect(asked).toEqual([])
})

it('is looked into by nobody where the scenario has no such habit', async () => {
  offers = [offer('com.chosen', 3, 2)]
  await played.online({ files: url })
  const beats = () => played.server.heard.filter(({ path }) => path === 'hb').length
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(2), 10_000)
  expect([looks, asked]).toEqual([0, []])
})
