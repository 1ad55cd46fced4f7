import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { deviceHttp, devices, type HandInTicket, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, passwordOf, type TestDevice } from '../../../../test/testGateway.ts'
import { followPushes } from '../push/follow.ts'

let app: TestApp
let folder: string
let modelId: string
let device: TestDevice
let admin: TestUser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-attack-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
})

const init = (item: string, bytes: Buffer) =>
  app.http.inject({
    method: 'POST',
    url: `${deviceHttp.handIn}/init`,
    headers: { authorization: `Bearer ${passwordOf(device)}` },
    payload: JSON.stringify({
      sn: device.sn,
      item,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }),
  })
const put = (path: string, payload: Buffer) =>
  app.http.inject({
    method: 'PUT',
    url: `${path}?at=0`,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  })
const complete = (path: string) => app.http.inject({ method: 'POST', url: `${path}/complete` })

async function ask(maxMB: number) {
  const want = { cmd: 'LOG_PULL', args: { maxMB } } as const
  const push = await admin.get(mqttTasks.add, { body: { want, targets: { sns: [device.sn] } } })
  const follow = () => followPushes({ ...app.platform, now: () => new Date() })
  await follow()
  const { list } = await admin.get(mqttTasks.items, { query: { pushId: push.id } })
  return { pushId: push.id, item: list[0]?.id ?? '', follow }
}
const sent = async (item: string, bytes: Buffer) => {
  const path = new URL((await init(item, bytes)).json<HandInTicket>().url).pathname
  expect((await put(path, bytes)).statusCode).toBe(200)
  return path
}

it('lets others work while one terminal sends a log and the same part many times', async () => {
  const { item } = await ask(40)
  const bytes = await promisify(gzip)(Buffer.alloc(790_000_000, 'ab'))
  const path = await sent(item, bytes)
  const over = new Set<string>()
  const ended = complete(path).finally(() => over.add('log'))
  const flood = Array.from({ length: 12 }, () => put(path, Buffer.from('x')))
  // More than are answered before the reading of the log has begun.
  const wanted = 10
  let answered = 0
  for (; over.size === 0 && answered < wanted; answered += 1)
    await admin.call(devices.page, { query: {} })
  await Promise.all([ended, ...flood])
  expect(answered).toBe(wanted)
}, 300_000)

it('hands in anew when its task is begun anew', async () => {
  const { pushId, item, follow } = await ask(1)
  const bytes = await promisify(gzip)(`a line ${randomUUID()}`)
  expect((await complete(await sent(item, bytes))).statusCode).toBe(200)
  await sql`update push_item set state = 'TIMEOUT', ended_at = now()
    where id = ${item}`.execute(app.platform.db)
  await follow()
  expect((await admin.call(mqttTasks.retry, { params: { id: pushId }, body: {} })).code).toBe(200)
  expect((await init(item, bytes)).statusCode).toBe(200)
})
