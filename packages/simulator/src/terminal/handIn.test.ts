import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { playedTerminals, said, sn } from '../../test/playedTerminals.ts'

const played = playedTerminals()

/** Plays the platform's calls for what terminals hand in, written from docs/device-protocol.md. */
let server: Server
let url: string
let taken: Buffer
let announced: { size: number; sha256: string; item: string }
/** Statuses that the next requests are answered with. */
let statuses: number[]

beforeEach(async () => {
  taken = Buffer.alloc(0)
  statuses = []
  server = createServer((request, response) => void answer(request, response)).listen(0)
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(() => void server.close())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const status = statuses.shift()
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  if (status !== undefined) return void response.writeHead(status).end('{}')
  if (pathname.endsWith('/init')) {
    announced = JSON.parse(body.toString())
    const ticket = { url: `${url}/device/v1/upload/x`, expires: Date.now() + 60_000 }
    return void response.end(JSON.stringify({ ...ticket, partBytes: 200, received: taken.length }))
  }
  if (request.method === 'PUT' && Number(searchParams.get('at')) === taken.length)
    taken = Buffer.concat([taken, body])
  response.end(JSON.stringify({ received: taken.length }))
}

/** Gives the terminal a command; answers its last report. */
async function give(cmd: string, args: object = {}) {
  const item = randomUUID()
  played.server.send({ sn, type: 'cmd' }, { item, cmd, args, attempt: 1 })
  const ends = ['SUCCESS', 'FAILED', 'REFUSED']
  const { message } = await played.server.hear(
    (heard) => heard.path === `task/${item}` && ends.includes(String(said(heard.message).state)),
  )
  return { item, ...said(message) }
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it('hands in what it has written down, in parts', async () => {
  await played.online({ files: url })
  await give('LOCATE')
  const { item, ...report } = await give('LOG_PULL', { types: ['NETWORK', 'AGENT'] })
  expect(report).toMatchObject({ state: 'SUCCESS', result: { bytes: taken.length } })
  expect(announced).toMatchObject({ item, size: taken.length, sha256: sha(taken) })
  const [head, ...lines] = gunzipSync(taken).toString().trim().split('\n')
  expect(head).toContain(sn)
  expect(lines.join('\n')).toMatch(
    /I ConnectivityService: connected[^]*I MusterAgent: told: LOCATE/,
  )
  expect(lines.every((line) => / [DIWEF] (Conn|MusterAgent|Wifi)/.test(line))).toBe(true)
})

it('hands in nothing from a time of which it has no lines', async () => {
  await played.online({ files: url })
  const to = new Date(Date.now() - 86_400_000).toISOString()
  expect(await give('LOG_PULL', { to })).toMatchObject({ state: 'SUCCESS', result: { lines: 0 } })
})

it('hands in a picture of what is on its screen', async () => {
  await played.online({
    files: url,
    identity: { sn, model: 'M1', vendor: 'V1', screen: '720x1280' },
  })
  await give('SCREENSHOT')
  const before = points(taken)
  taken = Buffer.alloc(0)
  await give('MESSAGE', { title: 'Hello', text: 'Paper is on its way' })
  expect(await give('SCREENSHOT')).toMatchObject({ state: 'SUCCESS' })
  expect([taken.readUInt32BE(16), taken.readUInt32BE(20)]).toEqual([360, 640])
  expect(points(taken).equals(before)).toBe(false)
})

/** The points of a PNG whose third chunk is its only one of points. */
function points(png: Buffer): Buffer {
  const at = png.indexOf('IDAT')
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
}

it('goes on where its line broke', async () => {
  await played.online({ files: url })
  const first = give('SCREENSHOT')
  statuses.push(503)
  expect(await first).toMatchObject({ state: 'SUCCESS' })
  expect(sha(taken)).toBe(announced.sha256)
})

it('fails where the platform refuses it', async () => {
  await played.online({ files: url })
  statuses.push(404)
  expect(await give('SCREENSHOT')).toMatchObject({ state: 'FAILED', code: 'D103' })
})
