import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DownloadTicket } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApk, addApp } from '../../../test/appEstate.ts'
import { endItem, openArtifactItem } from '../../../test/artifactItem.ts'
import {
  askTicket,
  filePathOf,
  sendFileTo,
  storeFile,
  type TestFile,
} from '../../../test/deviceFiles.ts'
import { addArea } from '../../../test/stationBody.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, type TestDevice } from '../../../test/testGateway.ts'
import { until } from '../../../test/until.ts'
import { contentPath } from '../../platform/fileStore.ts'
import { freeSlots, takeSlots } from './slot.queries.ts'

let app: TestApp
let folder: string
let modelId: string
let file: TestFile
let device: TestDevice
let port: number
const clock = { now: () => new Date() }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-delivery-'))
  app = await startTestApp(clock, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
  file = await storeFile(app, 5_000_000)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const [address] = app.http.addresses()
  port = typeof address === 'object' ? address.port : 0
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await newDevice()
})

const newDevice = () => addDevice(app.platform, { modelId, orgId: app.rootId })
const fileOf = async (terminal = device) =>
  filePathOf(app, terminal, await sendFileTo(app, terminal, file))
const read = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers })

describe('a ticket', () => {
  it('tells where the file of the own item is, and what it comes to', async () => {
    const item = await sendFileTo(app, device, file)
    const answer = await askTicket(app, device, item)
    expect(answer.statusCode).toBe(200)
    const ticket = answer.json<DownloadTicket>()
    expect(ticket).toMatchObject({
      size: 5_000_000,
      sha256: file.sha256,
      ranges: true,
      mirrors: [],
    })
    expect(ticket.expires).toBeGreaterThan(Date.now())
    const bytes = await read(new URL(ticket.url).pathname)
    expect(createHash('sha256').update(bytes.rawPayload).digest('hex')).toBe(file.sha256)
  })

  it('tells the hash of each chunk where that is known', async () => {
    const parts = [file.content.subarray(0, 4_194_304), file.content.subarray(4_194_304)]
    const hashes = parts.map((part) => createHash('sha256').update(part).digest())
    await app.platform.pool.query(
      'insert into content_part values ($1, 4194304, $2) on conflict do nothing',
      [Buffer.from(file.sha256, 'hex'), Buffer.concat(hashes)],
    )
    const answer = await askTicket(app, device, await sendFileTo(app, device, file))
    expect(answer.json<DownloadTicket>()).toMatchObject({
      chunkBytes: 4_194_304,
      chunks: hashes.map((hash) => hash.toString('hex')),
    })
  })

  it('names the download servers of the organisation first', async () => {
    await app.platform.pool.query(
      `insert into access_point (name, kind, url) values ('Near', 'DOWNLOAD', 'https://near.example/')`,
    )
    const answer = await askTicket(app, device, await sendFileTo(app, device, file))
    const { url, mirrors } = answer.json<DownloadTicket>()
    expect(url).toMatch(/^https:\/\/near\.example\/device\/v1\/file\//)
    expect(mirrors).toHaveLength(1)
    await app.platform.pool.query('delete from access_point')
  })

  it('is for its own terminal only', async () => {
    const other = await newDevice()
    const item = await sendFileTo(app, device, file)
    expect((await askTicket(app, other, item)).statusCode).toBe(404)
    const forged = { ...device, secret: other.secret }
    expect((await askTicket(app, forged, item)).statusCode).toBe(401)
  })

  it('ends with its item, and so does the address', async () => {
    const item = await sendFileTo(app, device, file)
    const path = await filePathOf(app, device, item)
    await endItem(app, item)
    expect((await askTicket(app, device, item)).statusCode).toBe(404)
    expect((await read(path)).statusCode).toBe(404)
  })

  it('waits while the terminal is disabled, and so does what it reads', async () => {
    const item = await sendFileTo(app, device, file)
    const path = await filePathOf(app, device, item)
    const enable = (status: 0 | 1) =>
      app.platform.pool.query('update device set status = $2 where id = $1', [device.id, status])
    await enable(0)
    const held = await askTicket(app, device, item)
    expect([held.statusCode, held.headers['retry-after']]).toEqual([503, '60'])
    const refused = await read(path)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    await enable(1)
    expect((await askTicket(app, device, item)).statusCode).toBe(200)
    expect((await read(await filePathOf(app, device, item))).statusCode).toBe(200)
  })

  it('is refused once the version has been taken away from terminals', async () => {
    const appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.gone' })
    const apkId = await addApk(app, { appId, code: 1 })
    const item = await sendFileTo(app, device, file)
    await app.platform.pool.query(
      `update push_item set args = args || jsonb_build_object('gate', jsonb_build_object('apkId', $2::text))
        where id = $1`,
      [item, apkId],
    )
    expect((await askTicket(app, device, item)).statusCode).toBe(200)
    await app.platform.pool.query(`update apk set state = 'OFFLINE' where id = $1`, [apkId])
    expect((await askTicket(app, device, item)).statusCode).toBe(404)
  })

  it.each(['', 'x', '019b8f6a-0000-7000-8000-000000000001'])('"%s" is none', async (ticket) => {
    expect((await askTicket(app, device, ticket)).statusCode).toBe(404)
  })

  it('makes the address before void', async () => {
    const item = await sendFileTo(app, device, file)
    const before = await filePathOf(app, device, item)
    expect((await read(await filePathOf(app, device, item))).statusCode).toBe(200)
    expect((await read(before)).statusCode).toBe(404)
  })
})

describe('a file', () => {
  const etag = () => `"${file.sha256}"`

  it('comes in parts', async () => {
    const path = await fileOf()
    const part = await read(path, { range: 'bytes=100-199', 'if-range': etag() })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 100-199/5000000',
      etag: etag(),
      'accept-ranges': 'bytes',
    })
    expect(part.rawPayload.equals(file.content.subarray(100, 200))).toBe(true)
    const rest = await read(path, { range: 'bytes=4999990-' })
    expect(rest.rawPayload.equals(file.content.subarray(4_999_990))).toBe(true)
    const other = await read(path, { range: 'bytes=100-199', 'if-range': '"another"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, 5_000_000])
    const beyond = await read(path, { range: 'bytes=5000000-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */5000000'])
  })

  it('of many gigabytes goes on near its end', async () => {
    const bytes = 3_900_000_000
    const sha256 = 'f0'.repeat(32)
    const path = contentPath(folder, Buffer.from(sha256, 'hex'))
    await mkdir(dirname(path), { recursive: true })
    // A hole on the disk, but for what is read.
    const hole = await open(path, 'w')
    await hole.write(Buffer.from('the end'), 0, 7, bytes - 7)
    await hole.close()
    const item = await openArtifactItem(app, device, { sha256, size: bytes, name: 'image.swu' })
    const part = await read(await filePathOf(app, device, item), {
      range: `bytes=${bytes - 7}-`,
      'if-range': `"${sha256}"`,
    })
    expect([part.statusCode, part.rawPayload.toString()]).toEqual([206, 'the end'])
    expect(part.headers['content-range']).toBe('bytes 3899999993-3899999999/3900000000')
  })

  it('tells its length without its bytes', async () => {
    const answer = await app.http.inject({ method: 'HEAD', url: await fileOf() })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-length': '5000000', etag: etag() })
    expect(answer.rawPayload).toHaveLength(0)
  })

  it('is over when its address is', async () => {
    const item = await sendFileTo(app, device, file)
    const path = await filePathOf(app, device, item)
    await app.platform.pool.query('update download set expires_at = now() where item_id = $1', [
      item,
    ])
    expect((await read(path)).statusCode).toBe(410)
    expect((await read('/device/v1/file/nobody-knows-this')).statusCode).toBe(404)
  })
})

describe('a slot', () => {
  const slots = async () => {
    const { rows } = await app.platform.pool.query<{ held: number }>(
      'select count(*) as held from download_slot where item_id is not null and lease_until > now()',
    )
    return rows[0]?.held
  }
  const limit = (key: string, value: number | null) =>
    value === null
      ? app.platform.pool.query('delete from parameter where key = $1', [key])
      : app.platform.pool.query(
          `insert into parameter (key, name, group_code, value_type, value, default_value)
            values ($1, $1, 'file', 'int', to_jsonb($2::int), to_jsonb($2::int))
            on conflict (key) do update set value = excluded.value`,
          [key, value],
        )
  const openFile = (path: string): Promise<{ request: ClientRequest; answer: IncomingMessage }> =>
    new Promise((resolve, reject) => {
      const request = get({ port, path, agent: false }, (answer) => resolve({ request, answer }))
      request.on('error', reject)
    })

  it('is held while its terminal reads, and free at once when it goes away', async () => {
    await limit('download.slots.organization', 1)
    const big = await storeFile(app, 60_000_000)
    const path = await filePathOf(app, device, await sendFileTo(app, device, big))
    const { request, answer } = await openFile(path)
    await new Promise((resolve) => answer.once('readable', resolve))
    expect(await slots()).toBe(1)
    const other = await newDevice()
    const otherPath = await fileOf(other)
    const refused = await read(otherPath)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Its own slot is no obstacle to itself; but it is for one reading.
    answer.on('error', () => undefined)
    request.on('error', () => undefined)
    expect((await read(path, { range: 'bytes=0-9' })).statusCode).toBe(206)
    answer.resume()
    await expect(once(answer, 'end')).rejects.toThrow('aborted')
    await until(async () => (await slots()) === 0)
    expect((await read(otherPath)).statusCode).toBe(200)
    const served = async () => {
      const { rows } = await app.platform.pool.query<{ served_bytes: number }>(
        'select served_bytes from download where device_id = $1',
        [device.id],
      )
      return rows[0]?.served_bytes ?? 0
    }
    await until(async () => (await served()) > 0)
    await limit('download.slots.organization', null)
  })

  it('is counted for each station on its own, and given back by a process that died', async () => {
    await limit('download.slots.station', 1)
    const { rows } = await app.platform.pool.query<{ id: string }>(
      `insert into station (org_id, name, code, type, area_id, address, contact, phone)
        select $1, 'Shop', 'SHOP-1', 'SHOP', $2, 'Main street 1', 'Zainab', '1' returning id`,
      [app.rootId, await addArea(app)],
    )
    const [one, two] = [await newDevice(), await newDevice()]
    await app.platform.pool.query('update device set station_id = $1 where id = any($2)', [
      rows[0]?.id,
      [one.id, two.id],
    ])
    const item = await sendFileTo(app, one, file)
    await filePathOf(app, one, item)
    const path = await fileOf(two)
    await app.platform.pool.query(
      `insert into download_slot values ($1, 0, $2, uuid7(), now() + interval '1 minute')`,
      [rows[0]?.id, item],
    )
    expect((await read(path)).statusCode).toBe(429)
    expect((await read(await fileOf())).statusCode).toBe(200)
    await app.platform.pool.query(
      `update download_slot set lease_until = now() - interval '1 second' where item_id = $1`,
      [item],
    )
    expect((await read(path)).statusCode).toBe(200)
    await limit('download.slots.station', null)
  })

  it('goes to no more than may read, however many come at the same moment', async () => {
    await limit('download.slots.organization', 3)
    const terminals = await Promise.all(Array.from({ length: 12 }, () => newDevice()))
    const items = await Promise.all(terminals.map((one) => sendFileTo(app, one, file)))
    await Promise.all(terminals.map((one, nth) => askTicket(app, one, items[nth] ?? '')))
    const { rows } = await app.platform.pool.query<{ hash: Buffer }>(
      'select token_hash as hash from download where item_id = any($1)',
      [items],
    )
    const rules = { organization: 3, station: 1 }
    // As twelve processes would.
    const taken = await Promise.all(
      rows.map(({ hash }) => takeSlots(app.platform.pool, [hash], rules)),
    )
    const got = taken.flatMap((one) => [...one.values()].filter(({ lease }) => lease !== null))
    expect(got).toHaveLength(3)
    expect(await slots()).toBe(3)
    await freeSlots(
      app.platform.pool,
      got.map(({ itemId, lease }) => ({ itemId, lease: lease ?? '', bytes: 0 })),
    )
    expect(await slots()).toBe(0)
    const together = await takeSlots(
      app.platform.pool,
      rows.map(({ hash }) => hash),
      rules,
    )
    expect([...together.values()].filter(({ lease }) => lease !== null)).toHaveLength(3)
    await app.platform.pool.query('delete from download_slot')
    await limit('download.slots.organization', null)
  })
})
