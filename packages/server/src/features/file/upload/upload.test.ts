import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codes, megabyte, session, uploadConfig, uploads, type UploadType } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as yazl from 'yazl'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { contentPath } from '../../../platform/fileStore.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { startTasks } from '../../task/index.ts'
import { holdFiles } from './index.ts'
import { works } from '../../index.ts'
import { expireUploads, sweepUploads } from './upload.worker.ts'

const rights = [
  'UPLOAD_ADD',
  'UPLOAD_LIST',
  'UPLOAD_CONFIG',
  'UPLOAD_DELETE',
  'UPLOAD_DOWNLOAD',
]

let app: TestApp
let user: TestUser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-upload-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  await seedParameters(app.platform.db)
  user = await signedIn(app, { permissions: rights })
  await setChunkMB(1)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const setChunkMB = async (chunkMB: number) => {
  const config = await user.get(uploadConfig.get, {})
  return user.get(uploadConfig.save, { body: { ...config, chunkMB } })
}

const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const aLog = (bytes: number) => Buffer.from(randomBytes(bytes).toString('base64')).subarray(0, bytes)

interface Sent {
  readonly name?: string
  readonly type?: UploadType
  readonly sha256?: string
}

const begin = (who: TestUser, bytes: Buffer, { name = 'a.log', type = 'log', sha256 }: Sent = {}) =>
  who.call(uploads.init, {
    body: { name, type, size: bytes.length, sha256: sha256 ?? shaOf(bytes).toString('hex') },
  })

const partOf = (bytes: Buffer, n: number, size = megabyte): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.subarray(n * size, (n + 1) * size))

const send = (who: TestUser, uploadId: string, n: number, body: Uint8Array<ArrayBuffer>) =>
  who.call(uploads.chunk, { params: { uploadId, n: String(n) }, body })

const finish = (who: TestUser, uploadId: string) =>
  who.call(uploads.complete, { params: { uploadId } })

/** Sends a whole file; answers what became of it. */
async function upload(who: TestUser, bytes: Buffer, sent: Sent = {}) {
  const { data } = await begin(who, bytes, sent)
  for (const n of data.missing) await send(who, data.uploadId, n, partOf(bytes, n))
  return (await finish(who, data.uploadId)).data
}

const drafts = () => readdir(join(folder, 'files', 'drafts')).catch(() => [])
const rowOf = async (id: string) =>
  (await user.get(uploads.page, { query: { pageSize: '100' } })).list.find((row) => row.id === id)

describe('an upload', () => {
  it('is kept under its hash when every part has come, in any order and twice', async () => {
    const bytes = aLog(2.5 * megabyte)
    const { data } = await begin(user, bytes)
    expect(data).toMatchObject({ state: 'UPLOADING', chunkBytes: megabyte, missing: [0, 1, 2] })
    for (const n of [2, 0, 2, 1, 0])
      expect((await send(user, data.uploadId, n, partOf(bytes, n))).code).toBe(200)
    expect((await finish(user, data.uploadId)).data).toMatchObject({ state: 'STORED', reason: null })
    expect((await readFile(contentPath(folder, shaOf(bytes)))).equals(bytes)).toBe(true)
    expect(await drafts()).not.toContain(data.uploadId)
    expect(await rowOf(data.uploadId)).toMatchObject({
      name: 'a.log',
      bytes: bytes.length,
      receivedBytes: bytes.length,
      sha256: shaOf(bytes).toString('hex'),
      md5: createHash('md5').update(bytes).digest('hex'),
      referenceCount: 0,
      state: 'STORED',
    })
  })

  it('goes on where it was when the same file is chosen again', async () => {
    const bytes = aLog(2.5 * megabyte)
    const first = (await begin(user, bytes)).data
    await send(user, first.uploadId, 1, partOf(bytes, 1))
    expect((await begin(user, bytes)).data).toMatchObject({
      uploadId: first.uploadId,
      missing: [0, 2],
    })
    expect(await rowOf(first.uploadId)).toMatchObject({ receivedBytes: megabyte })
  })

  it('is one and the same in two tabs that send at once', async () => {
    const bytes = aLog(6 * megabyte)
    const [one, two] = await Promise.all([begin(user, bytes), begin(user, bytes)])
    const { uploadId } = one.data
    expect(two.data.uploadId).toBe(uploadId)
    const parts = [0, 1, 2, 3, 4, 5]
    const answers = await Promise.all(
      [...parts, ...parts.toReversed()].map((n) => send(user, uploadId, n, partOf(bytes, n))),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200))
    const ends = await Promise.all([finish(user, uploadId), finish(user, uploadId)])
    expect(ends.map(({ data }) => data.state)).toEqual(['STORED', 'STORED'])
  })

  it('lets no part in that comes while the whole is being checked', async () => {
    const bytes = aLog(2 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    for (const n of [0, 1]) await send(user, uploadId, n, partOf(bytes, n))
    const foreign = partOf(aLog(2 * megabyte), 0)
    const [end] = await Promise.all([
      finish(user, uploadId),
      ...Array.from({ length: 4 }, () => send(user, uploadId, 0, foreign)),
    ])
    expect(end.data.state).toBe('STORED')
    expect((await send(user, uploadId, 0, foreign)).code).toBe(codes.wrongState)
    expect((await readFile(contentPath(folder, shaOf(bytes)))).equals(bytes)).toBe(true)
  })

  it('is not complete while a part is missing, and says how many', async () => {
    const bytes = aLog(3 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, uploadId, 0, partOf(bytes, 0))
    expect(await finish(user, uploadId)).toMatchObject({
      code: codes.wrongState,
      msg: '2 parts of the file have not arrived yet',
    })
  })

  it('refuses parts of another size and parts behind its end', async () => {
    const bytes = aLog(1.5 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    expect((await send(user, uploadId, 0, new Uint8Array(10))).code).toBe(400)
    expect((await send(user, uploadId, 1, partOf(bytes, 0))).code).toBe(400)
    expect((await send(user, uploadId, 2, new Uint8Array(1))).code).toBe(404)
  })

  it('is rejected, and its parts are gone, when it is not what was announced', async () => {
    const { data } = await begin(user, aLog(100), { sha256: 'ab'.repeat(32) })
    await send(user, data.uploadId, 0, new Uint8Array(aLog(100)))
    expect((await finish(user, data.uploadId)).data).toMatchObject({
      state: 'REJECTED',
      reason: 'upload.reason.hash',
    })
    expect(await drafts()).not.toContain(data.uploadId)
    const again = await begin(user, aLog(100), { sha256: 'ab'.repeat(32) })
    expect(again.data.uploadId).not.toBe(data.uploadId)
  })

  it('is nobody else’s: neither its parts nor its state, whatever rights he has', async () => {
    const other = await signedIn(app, { isSuperAdmin: true })
    const bytes = aLog(100)
    const { uploadId } = (await begin(user, bytes)).data
    expect((await send(other, uploadId, 0, new Uint8Array(bytes))).code).toBe(404)
    expect((await finish(other, uploadId)).code).toBe(404)
    expect((await other.call(uploads.cancel, { params: { uploadId } })).code).toBe(404)
  })

  it('is signed with its bytes: a part that was altered on its way is refused', async () => {
    const bytes = aLog(100)
    const { uploadId } = (await begin(user, bytes)).data
    const url = uploads.chunk.path.replace('{uploadId}', uploadId).replace('{n}', '0')
    const body = new Uint8Array(bytes)
    const altered = { body: new Uint8Array(aLog(100)) }
    const answer = await user.sendAltered({ method: 'PUT', url, body }, altered)
    expect(answer.code).toBe(codes.badSignature)
  })

  it('writes its beginning and its end to the action log, not every part', async () => {
    const bytes = aLog(3 * megabyte)
    const { id } = await upload(user, bytes)
    const { rows } = await sql<{ path: string }>`select path from action_log
      where ${id} = any(target_ids) order by at`.execute(app.platform.db)
    expect(rows.map(({ path }) => path)).toEqual([uploads.init.path, uploads.complete.path])
  })

  it('ends when it is given up, and its draft goes', async () => {
    const bytes = aLog(2 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, uploadId, 0, partOf(bytes, 0))
    await user.get(uploads.cancel, { params: { uploadId } })
    expect((await send(user, uploadId, 1, partOf(bytes, 1))).code).toBe(404)
    await sweepUploads(app.platform)
    expect(await drafts()).not.toContain(uploadId)
  })
})

describe('a server that fails in the middle', () => {
  it('says that the disk is full, keeps what it has, and goes on when there is room', async () => {
    const bytes = aLog(2 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    // Every write to this device fails as on a full disk.
    const path = draftsIn(folder).pathOf(uploadId)
    await symlink('/dev/full', path)
    expect(await send(user, uploadId, 0, partOf(bytes, 0))).toMatchObject({
      status: 507,
      msg: 'The server has no room for this file. Ask an administrator.',
    })
    expect((await begin(user, bytes)).data.missing).toEqual([0, 1])
    await rm(path)
    for (const n of [0, 1]) await send(user, uploadId, n, partOf(bytes, n))
    expect((await finish(user, uploadId)).data.state).toBe('STORED')
  })

  it('asks again for a part whose bytes lay on the disk but were never noted', async () => {
    const bytes = aLog(2 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    // Half of a part, as a killed process leaves it.
    await draftsIn(folder).write(uploadId, 0, randomBytes(megabyte / 2))
    expect((await begin(user, bytes)).data.missing).toEqual([0, 1])
    for (const n of [0, 1]) await send(user, uploadId, n, partOf(bytes, n))
    expect((await finish(user, uploadId)).data.state).toBe('STORED')
  })

  it('finds a file again that was moved but not committed', async () => {
    const bytes = aLog(megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, uploadId, 0, partOf(bytes, 0))
    await draftsIn(folder).keep(uploadId, shaOf(bytes))
    expect((await finish(user, uploadId)).data.state).toBe('STORED')
  })

  it('rejects an upload whose parts somebody has deleted', async () => {
    const bytes = aLog(megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, uploadId, 0, partOf(bytes, 0))
    await draftsIn(folder).remove(uploadId)
    expect((await finish(user, uploadId)).data.reason).toBe('upload.reason.lost')
  })
})

describe('a file that is known already', () => {
  it('need not be sent again by who can see it', async () => {
    const bytes = aLog(megabyte)
    const { id } = await upload(user, bytes)
    expect((await begin(user, bytes)).data).toMatchObject({
      uploadId: id,
      state: 'STORED',
      missing: [],
    })
    const colleague = await signedIn(app, { permissions: rights })
    expect((await begin(colleague, bytes)).data).toMatchObject({ uploadId: id, state: 'STORED' })
  })

  it('is not betrayed by its hash to another organisation, which sends it in full', async () => {
    const bytes = aLog(2 * megabyte)
    const { id } = await upload(user, bytes)
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Beside',
      code: 'beside',
      parentId: app.rootId,
    })
    const stranger = await signedIn(app, { orgId, permissions: rights })
    const { data } = await begin(stranger, bytes)
    expect(data).toMatchObject({ state: 'UPLOADING', missing: [0, 1] })
    expect(data.uploadId).not.toBe(id)
    expect((await upload(stranger, bytes)).state).toBe('STORED')
    // The bytes lie there once; each has an entry of his own, and the last one takes them along.
    await user.get(uploads.remove, { params: { id } })
    await sweepUploads(app.platform)
    const kept = await stranger.file(uploads.download, { params: { id: data.uploadId } })
    expect(kept.body.equals(bytes)).toBe(true)
    await stranger.get(uploads.remove, { params: { id: data.uploadId } })
    await sweepUploads(app.platform)
    await expect(readFile(contentPath(folder, shaOf(bytes)))).rejects.toThrow('ENOENT')
  })
})

describe('the rules of a type', () => {
  it('name the endings and the size that are allowed', async () => {
    const named = await begin(user, aLog(10), { name: 'evil.exe' })
    expect(named).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'name', message: 'The name must end in one of: log, txt, json, gz, zip' }] },
    })
    const size = 3 * megabyte
    const body = { name: 'a.png', type: 'image', size, sha256: 'ab'.repeat(32) } as const
    expect(await user.call(uploads.init, { body })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'size', message: 'At most 2 MB' }] },
    })
  })

  it.each([
    ['an APK that is no archive', 'app.apk', 'apk', Buffer.from('PK nothing')],
    ['a picture that is a page', 'a.png', 'image', Buffer.from('<html><script>alert(1)</script>')],
    ['a log that is a program', 'a.log', 'log', Buffer.from('7f454c460201010000', 'hex')],
    ['a broken archive', 'a.zip', 'log', Buffer.from('504b030414000000', 'hex')],
    ['gzip by name only', 'a.gz', 'log', Buffer.from('plain text')],
  ] as const)('reject %s', async (_, name, type, bytes) => {
    expect(await upload(user, bytes, { name, type })).toMatchObject({
      state: 'REJECTED',
      reason: 'upload.reason.content',
    })
  })

  it('tell an app from any other archive by what is in it', async () => {
    const archive = async (entry: string) => {
      const zip = new yazl.ZipFile()
      zip.addBuffer(randomBytes(64), entry)
      zip.end()
      return buffer(zip.outputStream)
    }
    const [app, other] = [await archive('AndroidManifest.xml'), await archive('readme.txt')]
    expect(await upload(user, app, { name: 'App.APK', type: 'apk' })).toMatchObject({
      state: 'STORED',
    })
    expect(await upload(user, other, { name: 'app.apk', type: 'apk' })).toMatchObject({
      state: 'REJECTED',
    })
    expect(await upload(user, other, { name: 'a.zip', type: 'log' })).toMatchObject({
      state: 'STORED',
    })
  })

  it('follow the parameters, and the form writes them', async () => {
    const config = await user.get(uploadConfig.get, {})
    expect(config).toMatchObject({ chunkMB: 1, apkMaxMB: 500, firmwareMaxMB: 4096 })
    await user.get(uploadConfig.save, { body: { ...config, apkMaxMB: 1 } })
    const { rows } = await sql`select value from parameter where key = 'apk.maxMB'`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([{ value: 1 }])
    const size = 2 * megabyte
    const body = { name: 'a.apk', type: 'apk', size, sha256: 'ab'.repeat(32) } as const
    expect((await user.call(uploads.init, { body })).code).toBe(400)
    await sql`update parameter set value = '3' where key = 'apk.maxMB'`.execute(app.platform.db)
    expect((await user.call(uploads.init, { body })).code).toBe(200)
    expect((await user.get(uploadConfig.get, {})).apkMaxMB).toBe(3)
  })
})

describe('a large file', () => {
  it('is checked in the background, and its sender may ask how far it is', async () => {
    const bytes = Buffer.alloc(65 * megabyte, 'a line of a log\n')
    await setChunkMB(16)
    const { data } = await begin(user, bytes)
    for (const n of data.missing)
      await send(user, data.uploadId, n, partOf(bytes, n, data.chunkBytes))
    const params = { uploadId: data.uploadId }
    expect((await finish(user, data.uploadId)).data.state).toBe('CHECKING')
    expect((await user.get(uploads.state, { params })).state).toBe('CHECKING')
    // Asked again it does not begin again.
    expect((await finish(user, data.uploadId)).data.state).toBe('CHECKING')
    const tasks = startTasks(app.platform, works)
    await expect
      .poll(() => user.get(uploads.state, { params }), { timeout: 20_000 })
      .toMatchObject({ state: 'STORED' })
    await tasks.stop()
    const { rows } = await sql`select state from async_task where type = 'UPLOAD_CHECK'`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([{ state: 'SUCCESS' }])
    await setChunkMB(1)
  })
})

describe('a download', () => {
  let id: string
  const bytes = aLog(10_000)

  beforeAll(async () => {
    id = (await upload(user, bytes, { name: 'تقرير.log' })).id
  })

  it('is the file under its own name, with what tells it from another', async () => {
    const whole = await user.file(uploads.download, { params: { id } })
    expect(whole.body.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      etag: `"${shaOf(bytes).toString('hex')}"`,
      'accept-ranges': 'bytes',
      'content-length': '10000',
    })
    expect(whole.headers['content-disposition']).toContain(encodeURIComponent('تقرير.log'))
  })

  it.each([
    ['bytes=0-99', 206, 'bytes 0-99/10000', [0, 100]],
    ['bytes=9990-', 206, 'bytes 9990-9999/10000', [9990, 10_000]],
    ['bytes=-10', 206, 'bytes 9990-9999/10000', [9990, 10_000]],
    ['bytes=9990-20000', 206, 'bytes 9990-9999/10000', [9990, 10_000]],
    ['bytes=0-1,5-6', 200, undefined, [0, 10_000]],
    ['lines=1-2', 200, undefined, [0, 10_000]],
  ] as const)('answers %s in part', async (range, status, told, [from, to]) => {
    const part = await user.file(uploads.download, { params: { id } }, { range })
    expect(part.status).toBe(status)
    expect(part.headers['content-range']).toBe(told)
    expect(part.body.equals(bytes.subarray(from, to))).toBe(true)
  })

  it('says when a part is outside, unchanged, or of another file', async () => {
    const etag = `"${shaOf(bytes).toString('hex')}"`
    const ask = (headers: Record<string, string>) =>
      user.file(uploads.download, { params: { id } }, headers)
    const outside = await ask({ range: 'bytes=10000-' })
    expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */10000'])
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  })

  it('is given against a ticket, once, and to its holder’s rights', async () => {
    const path = uploads.download.path.replace('{id}', id)
    const fetchBy = async (who: TestUser) => {
      const { ticket } = await who.get(session.ticket, { body: { path } })
      const url = `${path}?ticket=${ticket}`
      return [await app.http.inject({ url }), await app.http.inject({ url })] as const
    }
    const [first, second] = await fetchBy(user)
    expect([first.rawPayload.equals(bytes), second.statusCode]).toEqual([true, 401])
    const [refused] = await fetchBy(await signedIn(app, { permissions: ['UPLOAD_LIST'] }))
    expect(refused.statusCode).toBe(403)
  })
})

describe('a file in use', () => {
  const holder = { usedBy: 'apk', usedId: '00000000-0000-7000-8000-0000000000a1', name: 'Wallet' }

  const hold = (ids: readonly string[]) => {
    const { db } = app.platform
    return db.transaction().execute((trx) => holdFiles(contextOf(trx), holder, ids))
  }
  const contextOf = (db: Parameters<typeof holdFiles>[0]['db']) => {
    // Of the context a holder's call has, the rule reads these two.
    const principal = { userId: user.userId, scope: { all: true, rules: [] } }
    return { db, principal } as unknown as Parameters<typeof holdFiles>[0]
  }

  it('is counted, shows who uses it, and stays until nobody does', async () => {
    const [one, two] = [await upload(user, aLog(100)), await upload(user, aLog(100))]
    await hold([one.id, two.id])
    expect(await rowOf(one.id)).toMatchObject({ referenceCount: 1 })
    expect(await user.get(uploads.references, { params: { id: one.id } })).toEqual([
      { usedBy: 'apk', usedId: holder.usedId, name: 'Wallet' },
    ])
    expect(await user.call(uploads.remove, { params: { id: one.id } })).toMatchObject({
      code: codes.warning,
      msg: 'a.log is in use and stays',
    })
    await hold([two.id])
    expect(await rowOf(one.id)).toMatchObject({ referenceCount: 0 })
    await user.get(uploads.remove, { params: { id: one.id } })
    await hold([])
  })

  it('cannot be one that is removed or not whole', async () => {
    const { id } = await upload(user, aLog(100))
    await user.get(uploads.remove, { params: { id } })
    await expect(hold([id])).rejects.toMatchObject({ code: codes.notFound })
    const { data } = await begin(user, aLog(100))
    await expect(hold([data.uploadId])).rejects.toMatchObject({ code: codes.notFound })
  })

  it('is an orphan when nobody has used it for a day; purging takes those and no others', async () => {
    const [old, fresh, used] = [
      await upload(user, aLog(100)),
      await upload(user, aLog(100)),
      await upload(user, aLog(100)),
    ]
    await hold([used.id])
    const long = sql`update upload set unused_since = now() - interval '25 hours' where id = ${old.id}`
    await long.execute(app.platform.db)
    const orphans = await user.get(uploads.page, { query: { state: 'ORPHAN' } })
    expect(orphans.list.map(({ id, state }) => [id, state])).toEqual([[old.id, 'ORPHAN']])
    expect(await user.get(uploads.purge, {})).toEqual({ count: 1 })
    await sweepUploads(app.platform)
    expect(await rowOf(old.id)).toBeUndefined()
    expect(await rowOf(fresh.id)).toMatchObject({ state: 'STORED' })
    expect(await rowOf(used.id)).toMatchObject({ state: 'STORED' })
    await hold([])
  })
})

describe('what has served its time', () => {
  it('goes: files after the days of their type, uploads that nobody goes on with', async () => {
    const [kept, gone] = [await upload(user, aLog(100)), await upload(user, aLog(100))]
    const [stale, fresh] = [await begin(user, aLog(200)), await begin(user, aLog(200))]
    const { db } = app.platform
    await sql`update upload set unused_since = now() - interval '179 days' where id = ${kept.id}`.execute(db)
    await sql`update upload set unused_since = now() - interval '181 days' where id = ${gone.id}`.execute(db)
    await sql`update upload set created_at = now() - interval '4 days' where id in
      (${stale.data.uploadId}, ${fresh.data.uploadId})`.execute(db)
    await sql`insert into upload_chunk (upload_id, number) values (${fresh.data.uploadId}, 0)`.execute(db)
    await expireUploads(app.platform)
    await sweepUploads(app.platform)
    const there = async (id: string) => (await rowOf(id)) !== undefined
    expect(await there(kept.id)).toBe(true)
    expect(await there(gone.id)).toBe(false)
    expect(await there(stale.data.uploadId)).toBe(false)
    expect(await there(fresh.data.uploadId)).toBe(true)
  })
})

it('finds uploads by name, hash, type, state and size', async () => {
  const bytes = aLog(1.5 * megabyte)
  const { id } = await upload(user, bytes, { name: 'findable 50%.log' })
  const found = async (query: object) =>
    (await user.get(uploads.page, { query })).list.map((row) => row.id)
  expect(await found({ name: '50%' })).toEqual([id])
  expect(await found({ name: shaOf(bytes).toString('hex').slice(0, 10) })).toEqual([id])
  const md5 = createHash('md5').update(bytes).digest('hex')
  expect(await found({ name: md5 })).toEqual([id])
  expect(await found({ name: 'findable', type: 'log', state: 'STORED', fromMB: 1.4, toMB: 1.6 })).toEqual([id])
  expect(await found({ name: 'findable', toMB: 1.4 })).toEqual([])
  expect(await found({ name: 'findable', state: 'ORPHAN' })).toEqual([])
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
