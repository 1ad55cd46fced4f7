import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { mountHealth } from '../features/system/health/health.plugin.ts'
import { mountConsole } from './consoleFiles.ts'
import { loadCheck, makeHttp } from './http.ts'

let http: Awaited<ReturnType<typeof makeHttp>> | undefined
afterEach(() => http?.close())

/** Whom the server takes a request for, and which way it came. */
async function seenFrom(remoteAddress: string, trustedProxies: readonly string[] = []) {
  http = await makeHttp(pino({ level: 'silent' }), { secure: false, trustedProxies })
  http.get('/from', async ({ ip, protocol, host }) => ({ ip, protocol, host }))
  const headers = {
    host: 'tms.example',
    'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'other.example',
  }
  return (await http.inject({ url: '/from', remoteAddress, headers })).json<object>()
}

it.each(['10.0.0.9', '172.16.4.4', '192.168.1.1', '169.254.1.1', 'fd00::9', '203.0.113.99'])(
  'does not believe what %s says of whom it speaks for',
  async (ip) => {
    expect(await seenFrom(ip)).toEqual({ ip, protocol: 'http', host: 'tms.example' })
  },
)

it('believes a proxy on this computer, and the networks that the operator names', async () => {
  const told = { ip: '203.0.113.7', protocol: 'https', host: 'other.example' }
  expect(await seenFrom('127.0.0.1')).toEqual(told)
  await http?.close()
  expect(await seenFrom('10.0.0.9', ['10.0.0.0/24'])).toEqual(told)
  await http?.close()
  expect(await seenFrom('10.0.1.9', ['10.0.0.0/24'])).toMatchObject({ ip: '10.0.1.9' })
})

it('takes the last address that no trusted proxy has, whatever a client put before it', async () => {
  const networks = ['10.0.0.0/24', '203.0.113.7/32']
  expect(await seenFrom('10.0.0.9', networks)).toMatchObject({ ip: '198.51.100.1' })
})

it('refuses calls while its event loop is late, and still says how it is and serves the console', async () => {
  http = await makeHttp(pino({ level: 'silent' }), { secure: false })
  mountHealth(http, { needs: [loadCheck(http)], warnings: [], vitals: [] })
  http.get('/call', async () => 'done')
  const folder = await mkdtemp(join(tmpdir(), 'muster-console-'))
  await writeFile(join(folder, 'part.js'), '')
  await mountConsole(http, folder)
  await http.listen({ port: 0, host: '127.0.0.1' })
  await sleep(3_100)
  expect((await http.inject('/readyz')).json()).toMatchObject({ ready: true })
  // The delay is the mean of a second: the first block shares its second with what was before.
  for (let block = 0; block < 2; block++) {
    const end = performance.now() + 2_500
    while (performance.now() < end);
    await sleep(0)
  }
  const [call, part, health, ready] = await Promise.all([
    http.inject('/call'),
    http.inject('/part.js'),
    http.inject('/healthz'),
    http.inject('/readyz'),
  ])
  await rm(folder, { recursive: true })
  expect(call.statusCode).toBe(503)
  expect(part.statusCode).toBe(200)
  expect(health.json()).toEqual({ status: 'alive', reasons: {} })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({
    ready: false,
    reasons: { load: expect.stringContaining('are refused') },
  })
})
