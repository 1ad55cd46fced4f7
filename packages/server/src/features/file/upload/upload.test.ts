import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codes, megabyte, uploadConfig, uploads } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as yazl from 'yazl'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import {
  aLog,
  begin,
  finish,
  partOf,
  rowOf,
  send,
  setChunkMB,
  shaOf,
  startUploadApp,
  upload,
  uploadRights as rights,
} from '../../../../test/uploads.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { contentPath } from '../../../platform/fileStore.ts'
import { startTasks } from '../../task/index.ts'
import { taskRunners } from '../../index.ts'
import { sweepUploads } from './upload.worker.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let user: TestUser
let folder: string

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app, user, folder } = bench)
})
afterAll(() => bench.close())

const drafts = () => readdir(join(folder, 'files', 'drafts')).catch(() => [])

describe('an upload', () => {
  it('is kept under its hash when every part has come, in any order and twice', async () => {
    const bytes = aLog(2.5 * megabyte)
    const { data } = await begin(user, bytes)
    expect(data).toMatchObject({ state: 'UPLOADING', chunkBytes: megabyte, missing: [0, 1, 2] })
    for (const n of [2, 0, 2, 1, 0])
      expect((await send(user, { uploadId: data.uploadId, n, body: partOf(bytes, n) })).code).toBe(
        200,
      )
    expect((await finish(user, data.uploadId)).data).toMatchObject({
      state: 'STORED',
      reason: null,
    })
    expect((await readFile(contentPath(folder, shaOf(bytes)))).equals(bytes)).toBe(true)
    expect(await drafts()).not.toContain(data.uploadId)
    expect(await rowOf(user, data.uploadId)).toMatchObject({
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
    await send(user, { uploadId: first.uploadId, n: 1, body: partOf(bytes, 1) })
    expect((await begin(user, bytes)).data).toMatchObject({
      uploadId: first.uploadId,
      missing: [0, 2],
    })
    expect(await rowOf(user, first.uploadId)).toMatchObject({ receivedBytes: megabyte })
  })

  it('is one and the same in two tabs that send at once', async () => {
    const bytes = aLog(6 * megabyte)
    const [one, two] = await Promise.all([begin(user, bytes), begin(user, bytes)])
    const { uploadId } = one.data
    expect(two.data.uploadId).toBe(uploadId)
    const parts = [0, 1, 2, 3, 4, 5]
    const answers = await Promise.all(
      [...parts, ...parts.toReversed()].map((n) =>
        send(user, { uploadId, n, body: partOf(bytes, n) }),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200))
    const ends = await Promise.all([finish(user, uploadId), finish(user, uploadId)])
    expect(ends.map(({ data }) => data.state)).toEqual(['STORED', 'STORED'])
  })

  it('lets no part in that comes while the whole is being checked', async () => {
    const bytes = aLog(2 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    for (const n of [0, 1]) await send(user, { uploadId, n, body: partOf(bytes, n) })
    const foreign = partOf(aLog(2 * megabyte), 0)
    const [end] = await Promise.all([
      finish(user, uploadId),
      ...Array.from({ length: 4 }, () => send(user, { uploadId, n: 0, body: foreign })),
    ])
    expect(end.data.state).toBe('STORED')
    expect((await send(user, { uploadId, n: 0, body: foreign })).code).toBe(codes.wrongState)
    expect((await readFile(contentPath(folder, shaOf(bytes)))).equals(bytes)).toBe(true)
  })

  it('is not complete while a part is missing, and says how many', async () => {
    const bytes = aLog(3 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, { uploadId, n: 0, body: partOf(bytes, 0) })
    expect(await finish(user, uploadId)).toMatchObject({
      code: codes.wrongState,
      msg: '2 parts of the file have not arrived yet',
    })
  })

  it('refuses parts of another size and parts behind its end', async () => {
    const bytes = aLog(1.5 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    expect((await send(user, { uploadId, n: 0, body: new Uint8Array(10) })).code).toBe(400)
    expect((await send(user, { uploadId, n: 1, body: partOf(bytes, 0) })).code).toBe(400)
    expect((await send(user, { uploadId, n: 2, body: new Uint8Array(1) })).code).toBe(404)
  })

  it('is rejected, and its parts are gone, when it is not what was announced', async () => {
    const { data } = await begin(user, aLog(100), { sha256: 'ab'.repeat(32) })
    await send(user, { uploadId: data.uploadId, n: 0, body: new Uint8Array(aLog(100)) })
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
    expect((await send(other, { uploadId, n: 0, body: new Uint8Array(bytes) })).code).toBe(404)
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
    await send(user, { uploadId, n: 0, body: partOf(bytes, 0) })
    await user.get(uploads.cancel, { params: { uploadId } })
    expect((await send(user, { uploadId, n: 1, body: partOf(bytes, 1) })).code).toBe(404)
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
    expect(await send(user, { uploadId, n: 0, body: partOf(bytes, 0) })).toMatchObject({
      status: 507,
      msg: 'The server has no room for this file. Ask an administrator.',
    })
    expect((await begin(user, bytes)).data.missing).toEqual([0, 1])
    await rm(path)
    for (const n of [0, 1]) await send(user, { uploadId, n, body: partOf(bytes, n) })
    expect((await finish(user, uploadId)).data.state).toBe('STORED')
  })

  it('asks again for a part whose bytes lay on the disk but were never noted', async () => {
    const bytes = aLog(2 * megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    // Half of a part, as a killed process leaves it.
    await draftsIn(folder).write(uploadId, 0, randomBytes(megabyte / 2))
    expect((await begin(user, bytes)).data.missing).toEqual([0, 1])
    for (const n of [0, 1]) await send(user, { uploadId, n, body: partOf(bytes, n) })
    expect((await finish(user, uploadId)).data.state).toBe('STORED')
  })

  it('finds a file again that was moved but not committed', async () => {
    const bytes = aLog(megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, { uploadId, n: 0, body: partOf(bytes, 0) })
    await draftsIn(folder).keep(uploadId, shaOf(bytes))
    expect((await finish(user, uploadId)).data.state).toBe('STORED')
  })

  it('rejects an upload whose parts somebody has deleted', async () => {
    const bytes = aLog(megabyte)
    const { uploadId } = (await begin(user, bytes)).data
    await send(user, { uploadId, n: 0, body: partOf(bytes, 0) })
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
      data: {
        fields: [
          { field: 'name', message: 'The name must end in one of: log, txt, json, gz, zip' },
        ],
      },
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
    await setChunkMB(user, 16)
    const { data } = await begin(user, bytes)
    for (const n of data.missing)
      await send(user, { uploadId: data.uploadId, n, body: partOf(bytes, n, data.chunkBytes) })
    const params = { uploadId: data.uploadId }
    expect((await finish(user, data.uploadId)).data.state).toBe('CHECKING')
    expect((await user.get(uploads.state, { params })).state).toBe('CHECKING')
    // Asked again it does not begin again.
    expect((await finish(user, data.uploadId)).data.state).toBe('CHECKING')
    const tasks = startTasks(app.platform, taskRunners)
    await expect.poll(() => user.get(uploads.state, { params })).toMatchObject({ state: 'STORED' })
    await tasks.stop()
    const { rows } = await sql`select state from async_task where type = 'UPLOAD_CHECK'`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([{ state: 'SUCCESS' }])
    await setChunkMB(user, 1)
  })
})

it('never fails, whatever it is asked', () => {
  // The one disk above that was full.
  expect(app.failures.filter((line) => !line.includes('a disk is full'))).toEqual([])
})
