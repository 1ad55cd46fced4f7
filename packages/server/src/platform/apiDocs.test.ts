import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { version } from './version.ts'

describe('the document of the API', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const ask = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({ url, headers })

  it('is made once, by a thread of its own, also for those who ask meanwhile', async () => {
    let threads = 0
    const count = () => threads++
    process.on('worker', count)
    try {
      const urls = ['/docs/json', '/docs/yaml', '/docs/json', '/docs/yaml']
      const answers = await Promise.all(urls.map((url) => ask(url)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      expect((await ask('/docs/yaml')).statusCode).toBe(200)
      expect(threads).toBe(1)
    } finally {
      process.off('worker', count)
    }
  })

  it('is the same, plain or compressed as the caller takes it', async () => {
    const plain = await ask('/docs/json')
    expect(plain.json()).toMatchObject({ openapi: '3.1.0', info: { version } })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const br = await ask('/docs/json', { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    const gzip = await ask('/docs/json', { 'accept-encoding': 'br;q=0, gzip' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(br.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
  })

  it('is YAML at /docs/yaml', async () => {
    const { headers, body } = await ask('/docs/yaml')
    expect(headers['content-type']).toContain('application/yaml')
    expect(body).toMatch(/^openapi: 3\.1\.0\n/)
    expect(body).toContain(`version: ${version}`)
  })

  it.each(['/docs/json', '/docs/yaml'])('is not sent again to who has it: %s', async (url) => {
    const headers = { 'accept-encoding': 'br' }
    const { etag = '' } = (await ask(url, headers)).headers
    const again = await ask(url, { ...headers, 'if-none-match': `"old", W/${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // What another encoding has is another thing.
    expect((await ask(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('has a page for readers', async () => {
    const page = await ask('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    expect(page.body).toContain('swagger-ui')
  })
})

it('can be switched off', async () => {
  const app = await startTestApp(undefined, { MUSTER_API_DOCS: 'false' })
  try {
    for (const url of ['/docs', '/docs/json', '/docs/yaml', '/docs/static/index.html'])
      expect([url, (await app.http.inject(url)).statusCode]).toEqual([url, 404])
  } finally {
    await app.close()
  }
})
