import { createServer, type Server } from 'node:http'
import { deviceHttp } from '@muster/contract/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handIn } from './handIn.ts'

const bytes = Buffer.alloc(100, 1)
let server: Server
let platform: string
let inits = 0
let parts = 0

beforeAll(async () => {
  server = createServer(({ url = '' }, reply) => {
    const isInit = url.startsWith(`${deviceHttp.handIn}/init`)
    if (isInit) inits += 1
    else if (!url.endsWith('/complete')) parts += 1
    const received = isInit && inits > 1 ? bytes.length : 0
    const ticket = { url: `${platform}/u`, expires: Date.now() + 60_000, partBytes: 10, received }
    reply.end(JSON.stringify(isInit ? ticket : { received }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  platform = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

it('a file that gets no further is begun anew, and is not sent again and again', async () => {
  const signal = AbortSignal.timeout(10_000)
  const asked = { platform, sn: 'SN-1', prove: () => 'p', signal, item: 'one', bytes }
  expect(await handIn(asked)).toBeNull()
  expect([inits, parts]).toEqual([2, 1])
})
