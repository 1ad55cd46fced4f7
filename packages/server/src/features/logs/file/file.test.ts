import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  codes,
  deviceHttp,
  type HandInTicket,
  type LogFile,
  logFiles,
  logFileStates,
  logTriggers,
  repairs,
} from '@muster/contract'
import { sql } from 'kysely'
import { fromBuffer } from 'yauzl'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp } from '../../../../test/testApp.ts'
import type { TestApp, TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, passwordOf, type TestDevice } from '../../../../test/testGateway.ts'
import { forgetHanded } from '../../device/handed/forgetHanded.ts'
import { followPushes } from '../../device/push/follow.ts'

const rights = ['LIST', 'PULL', 'DOWNLOAD', 'RETAIN', 'ATTACH', 'DELETE'].map(
  (name) => `MANAGE_DEVICE_LOG_${name}`,
)

let app: TestApp
let folder: string
let modelId: string
let shopId: string
let device: TestDevice
let admin: TestUser
let shopkeeper: TestUser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-logs-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  const { platform, rootId } = app
  modelId = await addModel(platform)
  ;({ id: shopId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  admin = await signedIn(app, { isSuperAdmin: true })
  const permissions = [...rights, 'DEVICE_LOG_PULL']
  shopkeeper = await signedIn(app, { orgId: shopId, permissions })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await newDevice()
})

const newDevice = () => addDevice(app.platform, { modelId, orgId: app.rootId })
/** Whom each item asks. */
const asked = new Map<string, TestDevice>()

const follow = () => followPushes({ ...app.platform, now: () => new Date() })

/** Asks for logs; the item of the terminal. */
async function pull(more: object = {}, of = device, user = admin): Promise<string> {
  const push = await user.get(logFiles.pull, {
    body: { args: { maxMB: 1, ...more }, targets: { sns: [of.sn] } },
  })
  await follow()
  const { list } = await user.get(logFiles.page, { query: { deviceId: of.id } })
  const row = list.find(({ pushId }) => pushId === push.id)
  if (!row) throw new Error('nothing was asked for')
  asked.set(row.id, of)
  return row.id
}
/** The same of several terminals: none is asked twice at a time. */
const pulls = async (count: number): Promise<string[]> => {
  const items: string[] = []
  while (items.length < count) items.push(await pull({}, await newDevice()))
  return items
}

const rowOf = (id: string, user = admin): Promise<LogFile> =>
  user.get(logFiles.detail, { params: { id } })
const listOf = async (query: object, user = admin) => user.get(logFiles.page, { query })

async function begin(item: string, bytes: Buffer): Promise<string> {
  const of = asked.get(item) ?? device
  const answer = await app.http.inject({
    method: 'POST',
    url: `${deviceHttp.handIn}/init`,
    headers: { authorization: `Bearer ${passwordOf(of)}` },
    payload: JSON.stringify({
      sn: of.sn,
      item,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }),
  })
  return new URL(answer.json<HandInTicket>().url).pathname
}
const put = (path: string, at: number, payload: Buffer) =>
  app.http.inject({
    method: 'PUT',
    url: `${path}?at=${at}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  })

/** Hands a log in, as its terminal does, and says that it is done. */
async function hand(item: string, text: string): Promise<void> {
  const bytes = gzipSync(text)
  const path = await begin(item, bytes)
  await put(path, 0, bytes)
  const ended = await app.http.inject({ method: 'POST', url: `${path}/complete` })
  expect(ended.statusCode).toBe(200)
  await end(item, 'SUCCESS')
}
const end = (item: string, state: string, code: string | null = null) =>
  sql`update push_item set state = ${state}, code = ${code}, ended_at = now()
    where id = ${item}`.execute(app.platform.db)
const move = (item: string, state: string) =>
  sql`update push_item set state = ${state} where id = ${item}`.execute(app.platform.db)

const dayMs = 86_400_000

const crash = `2026-11-26 10:02:46.123  3471  3484 E AndroidRuntime: FATAL EXCEPTION: main
2026-11-26 10:02:46.123  3471  3484 E AndroidRuntime: Process: com.example.till, PID: 3471
2026-11-26 10:02:46.123  3471  3484 E AndroidRuntime: java.lang.IllegalStateException: not open
`

describe('a log', () => {
  it('goes from request over upload to ready, and tells what was found in it', async () => {
    const id = await pull({ types: ['APP', 'CRASH'] })
    expect(await rowOf(id)).toMatchObject({
      state: 'REQUESTED',
      trigger: 'USER',
      types: ['APP', 'CRASH'],
      sn: device.sn,
      name: null,
      bytes: null,
    })
    await move(id, 'PUBLISHED')
    expect((await rowOf(id)).state).toBe('QUEUED')
    await move(id, 'ACKED')
    const bytes = gzipSync(`${randomUUID()}\n${crash}`)
    const path = await begin(id, bytes)
    await put(path, 0, bytes.subarray(0, Math.ceil(bytes.length / 2)))
    // Here it is broken off for a while.
    expect(await rowOf(id)).toMatchObject({ state: 'UPLOADING', percent: 50 })
    await put(path, Math.ceil(bytes.length / 2), bytes.subarray(Math.ceil(bytes.length / 2)))
    await app.http.inject({ method: 'POST', url: `${path}/complete` })
    expect(await rowOf(id)).toMatchObject({
      state: 'READY',
      lines: 4,
      crashes: 1,
      packages: ['com.example.till'],
      bytes: bytes.length,
    })
    const { list } = await admin.get(logFiles.crashes, { params: { id } })
    expect(list).toEqual([
      {
        line: 1,
        kind: 'CRASH',
        package: 'com.example.till',
        title: 'java.lang.IllegalStateException: not open',
      },
    ])
    const shown = await admin.get(logFiles.view, { params: { id }, query: { from: '1' } })
    expect([shown.total, shown.lines[0]]).toEqual([4, crash.split('\n')[0]])
    const found = await admin.get(logFiles.search, { params: { id }, query: { text: 'process' } })
    expect(found).toMatchObject({ hits: [{ line: 2 }], next: null })
    const bad = { params: { id }, query: { text: '(a', pattern: '1' as const } }
    expect((await admin.call(logFiles.search, bad)).code).toBe(codes.badRequest)
  })

  it('fails, is called off and expires as its item and its file say', async () => {
    const [failed = '', off = '', old = ''] = await pulls(3)
    await end(failed, 'TIMEOUT', 'C407')
    await end(off, 'CANCELLED')
    await hand(old, randomUUID())
    await sql`update handed_file set created_at = now() - interval '181 days' where item_id = ${old}`.execute(
      app.platform.db,
    )
    await forgetHanded(app.platform)
    expect(await rowOf(failed)).toMatchObject({ state: 'FAILED', code: 'C407' })
    expect((await rowOf(off)).state).toBe('CANCELLED')
    expect(await rowOf(old)).toMatchObject({ state: 'EXPIRED', name: expect.any(String) })
    const gone = await admin.call(logFiles.view, { params: { id: old }, query: {} })
    expect(gone.code).toBe(codes.notFound)
  })

  it('is kept for as long as somebody wants it', async () => {
    const id = await pull()
    await hand(id, randomUUID())
    const before = await rowOf(id)
    const after = await admin.get(logFiles.retain, { params: { id }, body: { days: 400 } })
    expect(Date.parse(after.expiresAt ?? '')).toBeGreaterThan(Date.parse(before.expiresAt ?? ''))
    const shorter = await admin.get(logFiles.retain, { params: { id }, body: { days: 1 } })
    expect(shorter.expiresAt).toBe(after.expiresAt)
    await sql`update handed_file set created_at = now() - interval '181 days' where item_id = ${id}`.execute(
      app.platform.db,
    )
    await forgetHanded(app.platform)
    expect((await rowOf(id)).state).toBe('READY')
  })

  it('is deleted for good, but not while it is under way', async () => {
    const [ready = '', open = '', failed = ''] = await pulls(3)
    await hand(ready, randomUUID())
    await end(failed, 'FAILED', 'D101')
    const one = await admin.call(logFiles.destroy, { params: { id: open } })
    expect(one.code).toBe(codes.wrongState)
    const ids = [ready, open, failed]
    const reply = await admin.get(logFiles.destroyMany, { body: { ids } })
    expect(reply).toMatchObject({ count: 2, refused: [{ id: open }] })
    const { list } = await listOf({ pageSize: '100' })
    expect(list.flatMap(({ id }) => (ids.includes(id) ? [id] : []))).toEqual([open])
  })

  it('is noted on an open ticket of its terminal', async () => {
    const id = await pull()
    await hand(id, randomUUID())
    const about = { fault: 'OTHER', severity: 'LOW', description: 'x' } as const
    const ticket = await admin.get(repairs.add, { body: { sn: device.sn, ...about } })
    const wrong = { params: { id }, body: { ticketNo: 'RP-1' } }
    expect((await admin.call(logFiles.attach, wrong)).code).toBe(codes.badRequest)
    const { ticketNo } = ticket
    await admin.get(logFiles.attach, { params: { id }, body: { ticketNo } })
    const { events } = await admin.get(repairs.detail, { params: { id: ticket.id } })
    const { name } = await rowOf(id)
    expect(events[0]).toMatchObject({ kind: 'LOG', itemId: id, text: name })
  })

  it('that a ticket needs is kept as long as one that came just now', async () => {
    const id = await pull()
    await hand(id, `old ${randomUUID()}`)
    await sql`update handed_file set created_at = now() - interval '179 days' where item_id = ${id}`.execute(
      app.platform.db,
    )
    const daysLeft = async () =>
      (Date.parse((await rowOf(id)).expiresAt ?? '') - Date.now()) / dayMs
    expect(await daysLeft()).toBeLessThan(2)
    const about = { fault: 'OTHER', severity: 'LOW', description: 'x' } as const
    const { ticketNo } = await admin.get(repairs.add, { body: { sn: device.sn, ...about } })
    await admin.get(logFiles.attach, { params: { id }, body: { ticketNo } })
    expect(await daysLeft()).toBeGreaterThan(179)
    // Kept for longer before, it stays so.
    await admin.get(logFiles.retain, { params: { id }, body: { days: 500 } })
    await admin.get(logFiles.attach, { params: { id }, body: { ticketNo } })
    expect(await daysLeft()).toBeGreaterThan(499)
  })

  it('is downloaded, alone or in an archive', async () => {
    const [a = '', b = '', open = ''] = await pulls(3)
    await hand(a, `a ${randomUUID()}`)
    await hand(b, `b ${randomUUID()}`)
    const file = await admin.file(logFiles.download, { params: { id: a } })
    expect(file.headers['content-disposition']).toContain(asked.get(a)?.sn)
    const zip = await admin.file(logFiles.zip, { query: { ids: `${a},${b}` } })
    expect(await namesIn(zip.body)).toHaveLength(2)
    const refused = await admin.call(logFiles.zip, { query: { ids: `${a},${open}` } })
    expect(refused.code).toBe(codes.notFound)
  })
})

const namesIn = (bytes: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, zip) => {
      if (error) return reject(error)
      const names: string[] = []
      zip.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName))
      zip.on('end', () => resolve(names))
      return undefined
    })
  })

describe('the list of logs', () => {
  it('shows each reader those of his terminals, and counts no others', async () => {
    const own = await addDevice(app.platform, { modelId, orgId: shopId })
    const theirs = await pull()
    const mine = await pull({}, own, shopkeeper)
    await hand(theirs, randomUUID())
    await hand(mine, randomUUID())
    const seen = await listOf({}, shopkeeper)
    expect([seen.list.map(({ id }) => id), seen.total]).toEqual([[mine], 1])
    for (const call of [logFiles.detail, logFiles.crashes, logFiles.download] as const)
      expect((await shopkeeper.call(call, { params: { id: theirs } })).code).toBe(codes.notFound)
    const foreign = { body: { args: {}, targets: { sns: [device.sn] } } }
    expect((await shopkeeper.call(logFiles.pull, foreign)).code).toBe(codes.badRequest)
  })

  it('is as long as it says, by each of its filters', async () => {
    const id = await pull({ types: ['KERNEL'] })
    await hand(id, crash)
    const filters: object[] = [
      {},
      { deviceId: device.id },
      { sn: device.sn },
      { type: 'KERNEL', deviceId: device.id },
      { trigger: 'USER' },
      { orgId: app.rootId },
      { modelId },
      { crash: '1' },
      { crash: '0' },
      { package: 'com.example.till' },
      { from: '2026-01-01T00:00:00.000Z' },
      { keyword: device.sn },
      ...logFileStates.map((state) => ({ state })),
    ]
    for (const filter of filters) {
      const { list, total } = await listOf({ ...filter, pageSize: '100' })
      expect([filter, list.length]).toEqual([filter, total])
    }
    const one = { deviceId: device.id }
    expect((await listOf({ ...one, type: 'APP' })).total).toBe(0)
    expect((await listOf({ ...one, type: 'KERNEL', crash: '1' })).total).toBe(1)
    expect((await listOf({ ...one, to: '2026-01-01T00:00:00.000Z' })).total).toBe(0)
    const { total: all } = await listOf({})
    for (const parts of [
      logFileStates.map((state) => ({ state })),
      logTriggers.map((trigger) => ({ trigger })),
    ]) {
      const totals = await Promise.all(parts.map(async (part) => (await listOf(part)).total))
      expect(totals.reduce((sum, count) => sum + count, 0)).toBe(all)
    }
  })

  it('stays with those whose terminal it was when it was handed in', async () => {
    const id = await pull()
    await hand(id, `of the root ${randomUUID()}`)
    await sql`update device set org_id = ${shopId} where id = ${device.id}`.execute(app.platform.db)
    expect((await listOf({ deviceId: device.id }, shopkeeper)).total).toBe(0)
    for (const call of [logFiles.detail, logFiles.download])
      expect((await shopkeeper.call(call, { params: { id } })).code).toBe(codes.notFound)
    const own = await pull({}, device, shopkeeper)
    await hand(own, `of the shop ${randomUUID()}`)
    const { list } = await listOf({ deviceId: device.id }, shopkeeper)
    expect(list.map((row) => row.id)).toEqual([own])
  })

  it('asks an index for the latest of them', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select item.id from push_item item
      where item.cmd = 'LOG_PULL' order by item.id desc limit 20`.execute(app.platform.db)
    const plan = rows.map((row) => Object.values(row).join()).join('\n')
    expect(plan).not.toContain('Sort')
  })
})
