import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { session } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mountConsole } from './consoleFiles.ts'
import { makeHttp } from './http.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-console-'))
const script = 'console.log("a part of the console")'
let http: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, '.sources'), 'a stamp')
  writeFileSync(join(folder, 'assets', 'a-1.js'), script)
  writeFileSync(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(script))
  http = await makeHttp(pino({ level: 'silent' }), { secure: false })
  await mountConsole(http, folder)
  http.get(session.logout.path, () => ({}))
})

afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

it('sends what the build compressed, for ever where the name holds a hash', async () => {
  const { headers, rawPayload } = await http.inject({
    url: '/assets/a-1.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(rawPayload.equals(brotliCompressSync(script))).toBe(true)
})

it('has the page asked for anew, and serves nothing that begins with a dot', async () => {
  const page = await http.inject('/')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect((await http.inject('/.sources')).statusCode).toBe(404)
})

it('serves a file that was put there after the start', async () => {
  writeFileSync(join(folder, 'assets', 'b-2.js'), script)
  expect((await http.inject('/assets/b-2.js')).body).toBe(script)
})

it('lets no page run text as a script, embed the console or use the hardware', async () => {
  const { headers } = await http.inject('/')
  const policy = String(headers['content-security-policy'])
  for (const part of [
    "script-src 'self';",
    "style-src 'self';",
    "require-trusted-types-for 'script'",
    'trusted-types muster default',
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(part)
  expect(policy).not.toContain('unsafe')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})

it('has the browser drop its cache at sign-out only', async () => {
  expect((await http.inject(session.logout.path)).headers['clear-site-data']).toBe('"cache"')
  expect((await http.inject('/')).headers['clear-site-data']).toBeUndefined()
})
