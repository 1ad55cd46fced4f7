import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filePathOf, sendFileTo, storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { moveAway, type S3Server, startS3Server } from '../../../test/s3Server.ts'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel } from '../../../test/testGateway.ts'
import { until } from '../../../test/until.ts'
import { contentPath } from '../../platform/fileStore.ts'

// What terminals fetch lies in a bucket.

let s3: S3Server
let app: TestApp
let folder: string
let modelId: string
let userId: string
let port: number

beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'muster-bucket-'))
  app = await startTestApp({ now: () => new Date() }, { ...s3.variables, MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
  ;({ userId } = await signedIn(app))
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const [address] = app.http.addresses()
  port = typeof address === 'object' ? address.port : 0
})
afterAll(async () => {
  await app.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** A file that lies in the bucket only. */
async function farFile(bytes: number): Promise<TestFile> {
  const file = await storeFile(app, bytes)
  const sha256 = Buffer.from(file.sha256, 'hex')
  await app.platform.pool.query(
    `insert into file_task (name, kind, source, media_type, sha256, bytes, state, org_id, created_by)
      values ('pay', 'EXPORT', '', 'application/octet-stream', $1, $2, 'READY', $3, $4)`,
    [sha256, bytes, app.rootId, userId],
  )
  await moveAway(app)
  expect([s3.has(sha256), existsSync(contentPath(folder, sha256))]).toEqual([true, false])
  return file
}

async function addressOf(file: TestFile): Promise<string> {
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  return filePathOf(app, device, await sendFileTo(app, device, file))
}

const open = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ request: ClientRequest; answer: IncomingMessage }>((resolve, reject) => {
    const request = get({ port, path, headers, agent: false }, (answer) =>
      resolve({ request, answer }),
    ).on('error', reject)
  })

/** What comes until it ends, or breaks off. */
async function read(answer: IncomingMessage) {
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part)).on('error', () => undefined)
  await new Promise((resolve) => answer.on('close', resolve))
  return { bytes: Buffer.concat(parts), isWhole: answer.complete }
}

const slots = async () => {
  const { rows } = await app.platform.pool.query<{ held: number }>(
    'select count(*) as held from download_slot where item_id is not null and lease_until > now()',
  )
  return rows[0]?.held
}

it('a terminal reads it by its ticket, in parts as well', async () => {
  const file = await farFile(5_000_000)
  const path = await addressOf(file)
  const { answer } = await open(path)
  expect(answer.headers).toMatchObject({
    etag: `"${file.sha256}"`,
    'content-length': '5000000',
    'accept-ranges': 'bytes',
  })
  expect((await read(answer)).bytes.equals(file.content)).toBe(true)
  const range = { range: 'bytes=4000000-', 'if-range': `"${file.sha256}"` }
  const rest = (await open(path, range)).answer
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([
    206,
    'bytes 4000000-4999999/5000000',
  ])
  expect((await read(rest)).bytes.equals(file.content.subarray(4_000_000))).toBe(true)
  const beyond = (await open(path, { range: 'bytes=5000000-' })).answer
  expect(beyond.statusCode).toBe(416)
  beyond.resume()
  const head = await app.http.inject({ method: 'HEAD', url: path })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, '5000000'])
})

it('a terminal that goes away gives its slot back, and goes on later', async () => {
  const file = await farFile(40_000_000)
  const path = await addressOf(file)
  const { request, answer } = await open(path)
  request.on('error', () => undefined)
  await new Promise((resolve) => answer.once('readable', resolve))
  expect(await slots()).toBe(1)
  answer.on('error', () => undefined)
  request.destroy()
  await until(async () => (await slots()) === 0)
  const rest = (await open(path, { range: 'bytes=39000000-' })).answer
  expect((await read(rest)).bytes.equals(file.content.subarray(39_000_000))).toBe(true)
})

it('a bucket that dies in the middle breaks the reading off, and it goes on when it is back', async () => {
  const file = await farFile(40_000_000)
  const path = await addressOf(file)
  const { request, answer } = await open(path)
  request.on('error', () => undefined)
  // Listened to from the start: where little has come yet, it is closed before the store is gone.
  const reading = read(answer)
  await new Promise((resolve) => answer.once('data', resolve))
  answer.pause()
  await s3.leave()
  answer.resume()
  const { bytes, isWhole } = await reading
  expect(isWhole).toBe(false)
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.equals(file.content.subarray(0, bytes.length))).toBe(true)
  await until(async () => (await slots()) === 0)
  const range = { range: `bytes=${bytes.length}-`, 'if-range': `"${file.sha256}"` }
  const refused = (await open(path, range)).answer
  expect(refused.statusCode).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  refused.resume()
  await until(async () => (await slots()) === 0)
  await s3.comeBack()
  const rest = (await open(path, range)).answer
  expect(rest.statusCode).toBe(206)
  expect((await read(rest)).bytes.equals(file.content.subarray(bytes.length))).toBe(true)
})
