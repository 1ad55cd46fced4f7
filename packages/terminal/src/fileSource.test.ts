import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askParams, askPart, askTicket } from './fileSource.ts'

let server: Server
let platform: string
let pause = '7'
const body = Buffer.alloc(1_000, 1)

beforeAll(async () => {
  server = createServer(({ url }, reply) =>
    url?.includes('busy') || url?.includes('ticket')
      ? reply.writeHead(503, { 'retry-after': pause }).end()
      : url?.includes('untold')
        ? (reply.write(body), reply.end())
        : reply.setHeader('content-length', body.length).end(body),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  platform = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

it('an archive of values is left there where it is larger than was wanted', async () => {
  const { signal } = new AbortController()
  const asked = { platform, proof: 'p', sn: 'SN-1', item: 'one', signal }
  expect(await askParams({ ...asked, mostBytes: 999 })).toEqual({ size: 1_000 })
  expect(await askParams({ ...asked, mostBytes: 1_000 })).toEqual({ bytes: body })
  expect(await askParams(asked)).toEqual({ bytes: body })
  const untold = { ...asked, item: 'untold' }
  expect(await askParams({ ...untold, mostBytes: 999 })).toEqual({ size: 1_000 })
  expect(await askParams({ ...untold, mostBytes: 1_000 })).toEqual({ bytes: body })
})

it('whoever is told to come again has not failed, whatever he asked for', async () => {
  const { signal } = new AbortController()
  const asked = { platform, proof: 'p', sn: 'SN-1', signal }
  expect(await askTicket({ ...asked, ticket: 'one' })).toEqual({ wait: 7 })
  expect(await askParams({ ...asked, item: 'busy' })).toEqual({ wait: 7 })
  const part = { url: `${platform}/busy`, from: 0, etag: null, signal }
  expect(await askPart(part)).toEqual({ wait: 7 })
})

it('nobody is put off for no time at all, nor for ever', async () => {
  const { signal } = new AbortController()
  for (const [said, seconds] of [
    ['-1', 10],
    ['0', 10],
    ['0.001', 1],
    ['9999999999', 3600],
    ['Infinity', 3600],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 10],
  ] as const) {
    pause = said
    const part = { url: `${platform}/busy`, from: 0, etag: null, signal }
    expect([said, await askPart(part)]).toEqual([said, { wait: seconds }])
  }
})
