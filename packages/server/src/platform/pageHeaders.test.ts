import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { headersOf } from './pageHeaders.ts'

/** The host and port of a page on an address of this computer, and what it was asked. */
async function page(answer: RequestListener, address = '127.0.0.1') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, address)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return { host: `${address}:${bound.port}`, port: bound.port, asked }
}

const denying: RequestListener = (_, response) =>
  response.writeHead(200, { 'x-frame-options': 'DENY' }).end()

it('reads what a page answers with, without its content', async () => {
  const { host, asked } = await page(denying)
  const headers = await headersOf(`http://${host}/`, { trusted: [host] })
  expect(headers?.get('x-frame-options')).toBe('DENY')
  expect(asked).toEqual(['HEAD /'])
})

it('says nothing of a page that does not answer', async () => {
  expect(await headersOf('https://nowhere.invalid/', { trusted: [] })).toBeNull()
})

it('asks nobody in a private network but whom the operator has named', async () => {
  const { host, port, asked } = await page(denying)
  for (const name of [host, `localhost:${port}`, `2130706433:${port}`])
    expect(await headersOf(`http://${name}/`, { trusted: [] })).toBeNull()
  expect(asked).toEqual([])
})

it('follows a redirect, and none inwards', async () => {
  const inner = await page(denying)
  const outer = await page(({ url }, response) => {
    const location = url === '/in' ? `http://${inner.host}/admin` : '/out'
    if (url === '/out') return denying({} as never, response)
    return response.writeHead(302, { location }).end()
  })
  const trusted = [outer.host]
  const followed = await headersOf(`http://${outer.host}/`, { trusted })
  expect(followed?.get('x-frame-options')).toBe('DENY')
  expect(await headersOf(`http://${outer.host}/in`, { trusted })).toBeNull()
  expect(inner.asked).toEqual([])
})

it('does not follow redirects without end', async () => {
  const { host, asked } = await page((_, response) =>
    response.writeHead(302, { location: '/again' }).end(),
  )
  expect(await headersOf(`http://${host}/`, { trusted: [host] })).toBeNull()
  expect(asked).toHaveLength(6)
})
