import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { codes, deviceHttp, devices, type HandInTicket, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp } from '../../../../test/testApp.ts'
import type { TestApp, TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, passwordOf, type TestDevice } from '../../../../test/testGateway.ts'
import { aPicture } from '../../../../test/uploads.ts'
import { contentPath, fileStoreIn } from '../../../platform/fileStore.ts'
import { forgetHanded } from './forgetHanded.ts'

const rights = ['DEVICE_DETAIL', 'DEVICE_LOG_DOWNLOAD', 'DEVICE_SCREENSHOT']
let app: TestApp
let folder: string
let modelId: string
let device: TestDevice
let reader: TestUser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-handed-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
  reader = await signedIn(app, { orgId: app.rootId, permissions: rights })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
})

const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const log = () => gzipSync(`a line ${randomUUID()}\n`.repeat(100))

/** Gives the terminal a command that asks for a file; its item. */
async function ask(cmd = 'LOG_PULL', args: object = { maxMB: 1 }): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into push_item (device_id, cmd, args, state, expires_at)
    values (${device.id}, ${cmd}, ${JSON.stringify(args)}, 'RUNNING', now() + interval '1 hour')
    returning id`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}
const init = (item: string, bytes: Buffer, more: object = {}, by = device) =>
  app.http.inject({
    method: 'POST',
    url: `${deviceHttp.handIn}/init`,
    headers: { authorization: `Bearer ${passwordOf(by)}` },
    payload: JSON.stringify({ sn: by.sn, item, size: bytes.length, sha256: shaOf(bytes), ...more }),
  })
async function addressOf(item: string, bytes: Buffer): Promise<string> {
  const answer = await init(item, bytes)
  expect(answer.statusCode).toBe(200)
  return new URL(answer.json<HandInTicket>().url).pathname
}
const put = (path: string, at: number, payload: Buffer) =>
  app.http.inject({
    method: 'PUT',
    url: `${path}?at=${at}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  })
const complete = (path: string) => app.http.inject({ method: 'POST', url: `${path}/complete` })

/** Hands all of it in at once; the status of the end. */
async function hand(item: string, bytes: Buffer): Promise<number> {
  const path = await addressOf(item, bytes)
  expect((await put(path, 0, bytes)).statusCode).toBe(200)
  return (await complete(path)).statusCode
}

describe('a terminal', () => {
  it('hands in a log part by part, which is downloaded with its item', async () => {
    const [item, bytes] = [await ask(), log()]
    const path = await addressOf(item, bytes)
    expect((await put(path, 0, bytes.subarray(0, 40))).json()).toEqual({ received: 40 })
    const again = (await init(item, bytes)).json<HandInTicket>()
    expect(again.received).toBe(40)
    // The address before is void.
    expect((await put(path, 40, bytes.subarray(40))).statusCode).toBe(404)
    const now = new URL(again.url).pathname
    expect((await put(now, 0, bytes)).json()).toMatchObject({ received: 40 })
    expect((await complete(now)).statusCode).toBe(409)
    await put(now, 40, bytes.subarray(40))
    expect((await complete(now)).statusCode).toBe(200)
    expect((await complete(now)).statusCode).toBe(404)
    const { list } = await reader.get(devices.tasks, { params: { id: device.id }, query: {} })
    expect(list[0]?.file).toMatchObject({ kind: 'LOG', bytes: bytes.length })
    const file = await reader.file(mqttTasks.log, { params: { id: item } })
    expect(file.body.equals(bytes)).toBe(true)
    expect(file.headers['content-disposition']).toContain(device.sn)
    const other = await reader.call(mqttTasks.screenshot, { params: { id: item } })
    expect(other.code).toBe(codes.notFound)
  })

  it('hands in a picture of its screen', async () => {
    const [item, bytes] = [await ask('SCREENSHOT', {}), aPicture(randomUUID())]
    expect(await hand(item, bytes)).toBe(200)
    const file = await reader.file(mqttTasks.screenshot, { params: { id: item } })
    expect(file.headers['content-type']).toBe('image/png')
    expect(file.body.equals(bytes)).toBe(true)
  })

  it('hands in nothing for an item of another, of another kind, or that is over', async () => {
    const item = await ask()
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId })
    expect((await init(item, log(), {}, other)).statusCode).toBe(404)
    expect((await init(randomUUID(), log())).statusCode).toBe(404)
    expect((await init(await ask('SYNC', {}), log())).statusCode).toBe(404)
    expect((await init(item, log(), { size: -1 })).statusCode).toBe(400)
    const bytes = log()
    const path = await addressOf(item, bytes)
    await sql`update push_item set state = 'FAILED', ended_at = now()
      where id = ${item}`.execute(app.platform.db)
    expect((await put(path, 0, bytes)).statusCode).toBe(404)
    expect((await init(item, bytes)).statusCode).toBe(404)
  })

  it('hands in no more than was asked for, or announced', async () => {
    const item = await ask()
    expect((await init(item, Buffer.alloc(1_048_577))).statusCode).toBe(413)
    const picture = await ask('SCREENSHOT', {})
    expect((await init(picture, Buffer.alloc(4_194_305))).statusCode).toBe(413)
    const bytes = log()
    const path = await addressOf(item, bytes)
    const more = Buffer.concat([bytes, Buffer.alloc(1)])
    expect((await put(path, 0, more)).statusCode).toBe(409)
    expect((await put(path, 0, Buffer.alloc(1_048_577))).statusCode).toBe(413)
  })

  it.each([
    ['no gzip', () => randomBytes(500), 'LOG_PULL'],
    ['no text', () => gzipSync(randomBytes(500)), 'LOG_PULL'],
    ['a log of nothing but lines', () => gzipSync(Buffer.alloc(6_000_000, '\n')), 'LOG_PULL'],
    ['a log that unpacks to too much', () => gzipSync(Buffer.alloc(30_000_000, 'a')), 'LOG_PULL'],
    ['no picture', log, 'SCREENSHOT'],
  ])('is refused %s', async (_, make, cmd) => {
    const item = await ask(cmd)
    expect(await hand(item, make())).toBe(422)
    const { list } = await reader.get(devices.tasks, { params: { id: device.id }, query: {} })
    expect(list[0]?.file).toBeNull()
  })

  it('is refused bytes that are not those announced, and may send the right ones', async () => {
    const [item, bytes, wrong] = [await ask(), log(), log()]
    const path = await addressOf(item, bytes)
    const forged = Buffer.concat([wrong, bytes]).subarray(0, bytes.length)
    await put(path, 0, forged)
    expect((await complete(path)).json()).toMatchObject({ received: 0 })
    await put(path, 0, bytes)
    expect((await complete(path)).statusCode).toBe(200)
  })
})

describe('a handed in file', () => {
  it('is for those who see the terminal and may read it', async () => {
    const item = await ask()
    expect(await hand(item, log())).toBe(200)
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Shop',
      code: `s${randomUUID().slice(0, 8)}`,
      parentId: app.rootId,
    })
    const beside = await signedIn(app, { orgId, permissions: rights })
    const without = await signedIn(app, { orgId: app.rootId, permissions: ['DEVICE_DETAIL'] })
    const params = { params: { id: item } }
    expect((await beside.call(mqttTasks.log, params)).code).toBe(codes.notFound)
    expect((await without.call(mqttTasks.log, params)).code).toBe(codes.forbidden)
  })

  it('stays with the organisation whose terminal handed it in', async () => {
    const item = await ask()
    expect(await hand(item, log())).toBe(200)
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Next',
      code: `n${randomUUID().slice(0, 8)}`,
      parentId: app.rootId,
    })
    const next = await signedIn(app, { orgId, permissions: rights })
    await sql`update device set org_id = ${orgId} where id = ${device.id}`.execute(app.platform.db)
    const params = { params: { id: item } }
    expect((await next.call(mqttTasks.log, params)).code).toBe(codes.notFound)
    const { list } = await next.get(devices.tasks, { params: { id: device.id }, query: {} })
    expect(list.find(({ id }) => id === item)?.file).toBeNull()
    // Whoever sees both goes on reading it.
    expect((await reader.file(mqttTasks.log, params)).status).toBe(200)
  })

  it('goes when its time is over, but not the same bytes of another', async () => {
    const bytes = log()
    const [old, young] = [await ask(), await ask()]
    expect([await hand(old, bytes), await hand(young, bytes)]).toEqual([200, 200])
    const age = (item: string) =>
      sql`update handed_file set created_at = now() - interval '181 days'
        where item_id = ${item}`.execute(app.platform.db)
    await age(old)
    await forgetHanded(app.platform)
    const gone = await reader.call(mqttTasks.log, { params: { id: old } })
    expect(gone.code).toBe(codes.notFound)
    expect((await reader.file(mqttTasks.log, { params: { id: young } })).status).toBe(200)
    await age(young)
    await forgetHanded(app.platform)
    const sha256 = Buffer.from(shaOf(bytes), 'hex')
    expect(contentPath(folder, sha256)).toContain(folder)
    expect(await fileStoreIn(folder).has(sha256)).toBe(false)
  })
})
