import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apks, uploads } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { move, moveAway, type S3Server, startS3Server } from '../../../../test/s3Server.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { aLog, shaOf, startUploadApp, upload } from '../../../../test/uploads.ts'
import { bucketCheck } from '../../../platform/bucketCheck.ts'
import { type Bucket, openBucket } from '../../../platform/bucket.ts'
import { readEnv } from '../../../platform/env.ts'
import { contentPath, storeFolder } from '../../../platform/fileStore.ts'
import { sweepUploads } from '../upload/upload.worker.ts'

let s3: S3Server
let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let user: TestUser

beforeAll(async () => {
  s3 = await startS3Server()
  bench = await startUploadApp(s3.variables)
  ;({ app, user } = bench)
})
afterAll(async () => {
  await bench.close()
  await s3.close()
})

const isNear = (sha256: Buffer) => existsSync(contentPath(bench.folder, sha256))
const download = (id: string, headers: Record<string, string> = {}) =>
  user.file(uploads.download, { params: { id } }, headers)
const stateOf = async (sha256: Buffer) => {
  const { rows } = await app.platform.pool.query<{ state: string }>(
    'select state from bucket_content where sha256 = $1',
    [sha256],
  )
  return rows[0]?.state
}
const makeDue = () => app.platform.pool.query('update bucket_content set due_at = now()')
/** What `/readyz` would warn of, asked afresh. */
const worry = () => bucketCheck(app.platform).check()

async function stored(size: number) {
  const bytes = aLog(size)
  return { bytes, sha256: shaOf(bytes), ...(await upload(user, bytes)) }
}

describe('a stored file', () => {
  it('moves to the bucket, stays near for a while, and is read from there', async () => {
    const { id, bytes, sha256 } = await stored(3_000_000)
    await move(app)
    await move(app, { keepMs: 60_000 })
    expect([s3.has(sha256), isNear(sha256)]).toEqual([true, true])
    await move(app)
    expect([s3.has(sha256), isNear(sha256), await stateOf(sha256)]).toEqual([true, false, 'STORED'])
    const whole = await download(id)
    expect(whole.status).toBe(200)
    expect(whole.body.equals(bytes)).toBe(true)
    const part = await download(id, { range: 'bytes=1000000-1999999' })
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      'bytes 1000000-1999999/3000000',
    ])
    expect(part.body.equals(bytes.subarray(1_000_000, 2_000_000))).toBe(true)
    expect((await download(id, { range: 'bytes=3000000-' })).status).toBe(416)
    const etag = `"${sha256.toString('hex')}"`
    expect((await download(id, { 'if-none-match': etag })).status).toBe(304)
    expect(await worry()).toBeNull()
  })

  it('that has just been written is not moved', async () => {
    const { sha256 } = await stored(1000)
    const { bucket, ...rest } = app.platform
    if (!bucket) throw new Error('there is one')
    const { moveRound } = await import('./mover.ts')
    await moveRound({ ...rest, bucket, signal: new AbortController().signal })
    expect([s3.has(sha256), isNear(sha256)]).toEqual([false, true])
  })

  it('is moved by one of two who come for it', async () => {
    const { sha256 } = await stored(2_000_000)
    const { bucket } = app.platform
    if (!bucket) throw new Error('there is one')
    const put: string[] = []
    const counted: Bucket = {
      ...bucket,
      put: (file, ...rest) => {
        put.push(file.sha256.toString('hex'))
        return bucket.put(file, ...rest)
      },
    }
    await Promise.all([move(app, { to: counted }), move(app, { to: counted })])
    expect(put.filter((one) => one === sha256.toString('hex'))).toHaveLength(1)
    expect(await stateOf(sha256)).toBe('STORED')
  })

  it('that a killed worker held is moved by another one when its lease is over', async () => {
    const { sha256 } = await stored(5000)
    await app.platform.pool.query(
      `insert into bucket_content (sha256, bytes, lease_id, due_at)
        values ($1, 5000, uuid7(), now() + interval '1 minute')`,
      [sha256],
    )
    await moveAway(app)
    expect([s3.has(sha256), isNear(sha256)]).toEqual([false, true])
    await makeDue()
    await moveAway(app)
    expect([s3.has(sha256), isNear(sha256), await stateOf(sha256)]).toEqual([true, false, 'STORED'])
  })

  it('goes out of the bucket once nobody has it, and may come again meanwhile', async () => {
    const { id, bytes, sha256 } = await stored(5000)
    await moveAway(app)
    await user.get(uploads.remove, { params: { id } })
    await sweepUploads(app.platform)
    expect([s3.has(sha256), await stateOf(sha256)]).toEqual([true, 'DROPPED'])
    const again = await upload(user, bytes)
    await s3.leave()
    await expect(move(app)).rejects.toThrow('does not answer')
    expect(isNear(sha256)).toBe(true)
    await s3.comeBack()
    await move(app)
    expect((await download(again.id)).body.equals(bytes)).toBe(true)
    await moveAway(app)
    expect([s3.has(sha256), isNear(sha256), await stateOf(sha256)]).toEqual([true, false, 'STORED'])
    await user.get(uploads.remove, { params: { id: again.id } })
    await sweepUploads(app.platform)
    await move(app)
    expect([s3.has(sha256), await stateOf(sha256)]).toEqual([false, undefined])
  })

  it('is fetched to be judged, and nothing of that stays', async () => {
    const admin = await signedIn(app, { isSuperAdmin: true })
    const bases = join(import.meta.dirname, '../../../../test/apk/bases')
    const bytes = await readFile(join(bases, 'v1-v2-v3.apk'))
    const { id } = await upload(admin, bytes, { name: 'pay.apk', type: 'apk' })
    await moveAway(app)
    expect(isNear(shaOf(bytes))).toBe(false)
    const { facts } = await admin.get(apks.parse, { body: { fileId: id } })
    expect(facts.schemes).toContain('v2')
    const left = await readdir(storeFolder(bench.folder))
    expect(left.filter((name) => name.startsWith('draft-'))).toEqual([])
  })
})

describe('a bucket that is away', () => {
  it('ends nothing: readers are told to come again, new files stay near', async () => {
    const { id, bytes } = await stored(10_000)
    await moveAway(app)
    await s3.leave()
    const answer = await download(id)
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers['content-disposition']).toBeUndefined()
    const late = await stored(10_000)
    await expect(move(app)).rejects.toThrow('The file store does not answer.')
    expect(isNear(late.sha256)).toBe(true)
    expect((await download(late.id)).status).toBe(200)
    expect(await worry()).toMatch(/^The file store does not answer\..* stay in the data folder/)
    await s3.comeBack()
    expect((await download(id)).body.equals(bytes)).toBe(true)
    await moveAway(app)
    expect([s3.has(late.sha256), isNear(late.sha256)]).toEqual([true, false])
    expect(await worry()).toBeNull()
  })

  it('is given up after ten seconds where it says nothing', async () => {
    const { id } = await stored(10_000)
    await moveAway(app)
    s3.freeze()
    expect((await download(id)).status).toBe(503)
    s3.thaw()
    expect((await download(id)).status).toBe(200)
  }, 300_000)

  it.each([
    [{ S3_SECRET_KEY: 'wrong' }, /refuses the access key/],
    [{ S3_ACCESS_KEY: 'nobody' }, /refuses the access key/],
  ])('is named with its reason: %o', async (wrong, sentence) => {
    const { s3: settings } = readEnv({ ...s3.variables, ...wrong }, [])
    if (!settings) throw new Error('there are some')
    const { sha256 } = await stored(100)
    await expect(move(app, { to: await openBucket(settings) })).rejects.toThrow(sentence)
    await move(app)
    expect(await stateOf(sha256)).toBe('STORED')
  })

  it('keeps no server from its start', async () => {
    const S3_URL = 'https://127.0.0.1:9/muster-files'
    const variables = { ...s3.variables, S3_URL, MUSTER_DATA: bench.folder }
    const other = await startTestApp({ now: () => new Date() }, variables)
    const answer = (await other.http.inject('/readyz')).json<{
      ready: boolean
      warnings: string[]
    }>()
    expect(answer.ready).toBe(true)
    expect(answer.warnings.join(' ')).toContain('The file store does not answer. (ECONNREFUSED)')
    await other.close()
  })
})

describe('wrong bytes in the bucket', () => {
  it('reach nobody whole, are told of, and are right again once they are', async () => {
    const { id, bytes, sha256 } = await stored(500_000)
    await moveAway(app)
    // Its name of them stays: the disk of the store has lost some bits.
    await writeFile(s3.pathOf(sha256), aLog(500_000))
    await expect(download(id)).rejects.toThrow('before completion')
    expect((await download(id)).status).toBe(503)
    await move(app)
    expect(await stateOf(sha256)).toBe('WRONG')
    expect((await download(id)).status).toBe(404)
    expect(await worry()).toBe('1 files are not in the bucket as they were stored.')
    await writeFile(s3.pathOf(sha256), bytes)
    await makeDue()
    await move(app)
    expect((await download(id)).body.equals(bytes)).toBe(true)
  })

  it('are known by their name also where a part is asked for', async () => {
    const { id, sha256, bytes } = await stored(500_000)
    await moveAway(app)
    const other = aLog(500_000)
    await writeFile(s3.pathOf(sha256), other)
    await writeFile(`${s3.pathOf(sha256)}.md5`, 'another')
    expect((await download(id, { range: 'bytes=0-99' })).status).toBe(503)
    expect(await stateOf(sha256)).toBe('DOUBTED')
    // The right bytes under another name, as a restored bucket has them.
    await writeFile(s3.pathOf(sha256), bytes)
    await move(app)
    expect((await download(id, { range: 'bytes=0-99' })).status).toBe(206)
  })

  it('of another size, or none at all, as well', async () => {
    const { id, sha256 } = await stored(5000)
    await moveAway(app)
    await writeFile(s3.pathOf(sha256), aLog(4000))
    expect((await download(id, { range: 'bytes=4500-4599' })).status).toBe(503)
    await move(app)
    expect((await download(id)).status).toBe(404)
  })
})
