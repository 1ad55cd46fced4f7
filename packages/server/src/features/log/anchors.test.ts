import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mailLog, vendors } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { until } from '../../../test/until.ts'
import { mailAnchors, sendAnchors } from './anchors.ts'
import { sealActions } from './seal.ts'
import { verifyActions } from './verify.ts'

let app: TestApp
let admin: TestUser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-anchors-'))
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await admin.get(vendors.add, { body: { name: 'Acme', code: 'acme', contact: 'Layla' } })
  await until(async () => {
    await sealActions(app.platform)
    return (await verifyActions(app.platform, always)).blocks > 0
  }, 'something is sealed')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const always = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }

const toldTo = (...sinks: readonly string[]) => ({
  ...app.platform,
  env: { ...app.platform.env, logAnchors: sinks.map((sink) => new URL(sink)) },
})

const faultsBeside = async (anchor: string) =>
  (await verifyActions(app.platform, { ...always, anchor })).faults

it('tells the newest block to files and addresses, so that it can be proved with', async () => {
  const received: { body: string; secret: string | undefined }[] = []
  const receiver = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const secret = request.headers.authorization
    received.push({ body: Buffer.concat(chunks).toString(), secret })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const file = join(folder, 'anchors.jsonl')
  const platform = toldTo(pathToFileURL(file).href, `http://muster:se%20same@127.0.0.1:${port}/a`)
  await sendAnchors(platform)
  await sendAnchors(platform)
  receiver.close()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  const secret = `Basic ${Buffer.from('muster:se same').toString('base64')}`
  expect(received.map(({ body }) => body.trimEnd())).toEqual(lines)
  expect(received[0]?.secret).toBe(secret)
  const { anchor } = JSON.parse(lines[0] ?? '') as { anchor: string }
  expect(await faultsBeside(anchor)).toEqual([])
  expect(await faultsBeside(`${anchor.slice(0, -1)}${anchor.endsWith('0') ? 1 : 0}`)).toMatchObject(
    [{ kind: 'anchorMissing' }],
  )
})

it('tells the others when one does not take it, and fails loudly', async () => {
  const file = join(folder, 'other.jsonl')
  const platform = toldTo('http://127.0.0.1:1/none', pathToFileURL(file).href)
  await expect(sendAnchors(platform)).rejects.toThrow('http://127.0.0.1:1/none')
  expect(await readFile(file, 'utf8')).toContain('"anchor"')
})

it('mails it to who keeps it', async () => {
  await mailAnchors(toldTo('mailto:auditor@bank.example'))
  const { list } = await admin.get(mailLog.page, { query: { to: 'auditor@bank.example' } })
  const { text } = await admin.get(mailLog.detail, { params: { id: list[0]?.id ?? '' } })
  expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/)
  const [, anchor = ''] = /--anchor (\d+:[0-9a-f]{64})/.exec(text) ?? []
  expect(await faultsBeside(anchor)).toEqual([])
})
