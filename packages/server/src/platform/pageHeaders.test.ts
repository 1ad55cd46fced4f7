import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { headersOf } from './pageHeaders.ts'

it('reads what a page answers with', async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'x-frame-options': 'DENY' }).end(),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const headers = await headersOf(`http://127.0.0.1:${address.port}/`)
  expect(headers?.get('x-frame-options')).toBe('DENY')
})

it('says nothing of a page that does not answer', async () => {
  expect(await headersOf('https://nowhere.invalid/')).toBeNull()
})
