import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clients, codes, curlExample, nodeExample } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'

const run = promisify(execFile)

let app: TestApp
let origin: string
let clientId: string
let secret: string
beforeAll(async () => {
  app = await startTestApp()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  const admin = await signedIn(app, { isSuperAdmin: true, permissions: ['DEVICE_LIST'] })
  const made = await admin.get(clients.add, {
    body: { name: 'Example', kind: 'OPEN_API', orgId: app.rootId },
  })
  clientId = made.id
  secret = made.secret ?? ''
  await app.platform.pool.query(
    `insert into api_client_menu (client_id, menu_id)
      select $1, id from menu where button_code = 'DEVICE_LIST'`,
    [clientId],
  )
})
afterAll(() => app.close())

/** What a program says that was given the secret. */
async function said(command: string, args: readonly string[], more: object = {}) {
  const env = { PATH: process.env['PATH'], MUSTER_SECRET: secret, ...more }
  const { stdout } = await run(command, args, { env })
  return JSON.parse(stdout) as { code: number; data: { total: number } }
}

describe('the example of a client', () => {
  it('for Node.js calls the server', async () => {
    const program = nodeExample({ origin, clientId })
    const answer = await said(process.execPath, ['--input-type=module', '--eval', program])
    expect(answer).toMatchObject({ code: codes.success, data: { total: 0 } })
  })

  it('for a shell calls the server', async () => {
    const answer = await said('bash', ['-c', curlExample({ origin, clientId })])
    expect(answer).toMatchObject({ code: codes.success, data: { total: 0 } })
  })

  it('signs with its own key as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-key-'))
    const file = join(folder, 'key.pem')
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const pem = publicKey.export({ type: 'spki', format: 'pem' })
    await app.platform.pool.query('update api_client set public_key = $2 where id = $1', [
      clientId,
      pem,
    ])
    const place = { origin, clientId, hasKey: true }
    const byNode = ['--input-type=module', '--eval', nodeExample(place)]
    const answers = [
      await said(process.execPath, byNode, { MUSTER_KEY: file }),
      await said('bash', ['-c', curlExample(place)], { MUSTER_KEY: file }),
    ]
    await rm(folder, { recursive: true })
    for (const { code } of answers) expect(code).toBe(codes.success)
  })

  it('is the one that the documents show', async () => {
    const page = await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
    const shown = { origin: 'https://muster.example', clientId: '<client id>' }
    expect(page).toContain(nodeExample(shown))
    expect(page).toContain(curlExample(shown))
  })
})
