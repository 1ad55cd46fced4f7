import { codes, imagePaths, megabyte, session, uploadConfig, uploads } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startScanner, type Scanner, virus, virusName } from '../../../../test/scanner.ts'
import { upload as sendSheet } from '../../../../test/importing.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { aPicture, aLog, rowOf, startUploadApp, upload } from '../../../../test/uploads.ts'
import { taskRunners } from '../../index.ts'
import { startTasks } from '../../task/index.ts'
import { expireUploads, sweepUploads } from './upload.worker.ts'

let scanner: Scanner
let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let user: TestUser
let tasks: ReturnType<typeof startTasks>

beforeAll(async () => {
  scanner = await startScanner()
  bench = await startUploadApp({ CLAMD_URL: scanner.url })
  ;({ app, user } = bench)
  tasks = startTasks(app.platform, taskRunners)
  await set({ logScan: true, imageScan: true })
})
beforeEach(() => {
  scanner.limit = Infinity
})
afterAll(async () => {
  await tasks.stop()
  await bench.close()
  await scanner.leave()
})

async function set(change: Partial<Parameters<typeof saved>[0]>) {
  await saved({ ...(await user.get(uploadConfig.get, {})), ...change })
}
const saved = (body: Awaited<ReturnType<typeof readConfig>>) =>
  user.get(uploadConfig.save, { body })
const readConfig = () => user.get(uploadConfig.get, {})

const infected = (bytes: number) => Buffer.concat([aLog(bytes), Buffer.from(virus)])

const becomes = (id: string) => expect.poll(() => rowOf(user, id))

/** Lets waiting tasks go on at once instead of in half a minute. */
const hurry = () =>
  sql`update async_task set run_at = now() where state = 'QUEUED'`
    .execute(app.platform.db)
    .then(() => app.platform.live.ring('asyncTask'))

describe('a file of a type that is searched for viruses', () => {
  it('is stored once it was found clean, and not before', async () => {
    const bytes = aLog(300_000)
    const { id, state } = await upload(user, bytes)
    expect(state).toBe('CHECKING')
    await becomes(id).toMatchObject({ state: 'STORED', scan: 'CLEAN', signature: null })
    expect(scanner.seen.at(-1)).toBe(bytes.length)
    expect((await rowOf(user, id))?.scannedAt).not.toBeNull()
  })

  it('is rejected with the name of what was found, and its bytes are gone', async () => {
    const { id } = await upload(user, infected(1000))
    await becomes(id).toMatchObject({
      state: 'REJECTED',
      scan: 'INFECTED',
      signature: virusName,
      reason: 'upload.reason.infected',
    })
    const state = await user.get(uploads.state, { params: { uploadId: id } })
    expect(state).toMatchObject({ state: 'REJECTED', signature: virusName })
    const taken = await user.call(uploads.download, { params: { id } })
    expect(taken.code).toBe(codes.notFound)
  })

  it('waits and says so while the scanner is away, and goes on when it is back', async () => {
    await scanner.leave()
    const { id } = await upload(user, aLog(500))
    await becomes(id).toMatchObject({
      state: 'CHECKING',
      scan: 'WAITING',
      reason: 'upload.reason.scannerAway',
    })
    const { rows } = await sql<{
      state: string
      message: string
      attempts: number
    }>`select task.state,
      task.message, task.attempts from async_task as task join upload on upload.task_id = task.id
      where upload.id = ${id}`.execute(app.platform.db)
    expect(rows).toEqual([{ state: 'QUEUED', message: 'upload.reason.scannerAway', attempts: 0 }])
    // However long that takes, nobody takes it for one that was given up.
    await sql`update upload set created_at = now() - interval '9 days' where id = ${id}`.execute(
      app.platform.db,
    )
    await expireUploads(app.platform)
    await hurry()
    expect(await rowOf(user, id)).toMatchObject({ state: 'CHECKING' })
    await scanner.comeBack()
    await hurry()
    await becomes(id).toMatchObject({ state: 'STORED', scan: 'CLEAN', reason: null })
  })

  it('does not pass because the scanner takes none of its size', async () => {
    scanner.limit = 100_000
    const { id } = await upload(user, aLog(2 * megabyte))
    await becomes(id).toMatchObject({ state: 'CHECKING', reason: 'upload.reason.scannerRefused' })
    scanner.limit = Infinity
    await hurry()
    await becomes(id).toMatchObject({ state: 'STORED', scan: 'CLEAN' })
    expect(scanner.seen.at(-1)).toBe(2 * megabyte)
  })

  it('is not spared its search by an older one of the same bytes that had none', async () => {
    const bytes = aLog(700)
    await set({ logScan: false })
    const first = await upload(user, bytes)
    expect(first.state).toBe('STORED')
    await set({ logScan: true })
    const second = await upload(user, bytes)
    expect([second.state, second.id === first.id]).toEqual(['CHECKING', false])
    await becomes(second.id).toMatchObject({ scan: 'CLEAN' })
    expect((await upload(user, bytes)).id).not.toBe(first.id)
  })
})

describe('a search of what is stored', () => {
  const rescan = (ids: string[]) => user.get(uploads.rescan, { body: { ids } })

  async function unsearched(bytes: Buffer): Promise<string> {
    await set({ logScan: false })
    const { id } = await upload(user, bytes)
    await set({ logScan: true })
    return id
  }

  it('says of each file what it is, and drops what holds a virus, whoever stored it', async () => {
    const bad = infected(900)
    const [good, one] = [await unsearched(aLog(900)), await unsearched(bad)]
    expect(await rowOf(user, good)).toMatchObject({ state: 'STORED', scan: null })
    expect(await rescan([good, one])).toEqual({ count: 2 })
    await becomes(good).toMatchObject({ state: 'STORED', scan: 'CLEAN' })
    await becomes(one).toMatchObject({ state: 'REJECTED', signature: virusName })
    const { list } = await user.get(uploads.page, { query: { scan: 'INFECTED' } })
    expect(list.map(({ id }) => id)).toContain(one)
    const admin = await sql<{ state: string; failed: number; key: string; message: string }>`
      select task.state, task.failed, item.key, item.message from async_task as task
      join async_task_item as item on item.task_id = task.id where task.type = 'UPLOAD_SCAN'`.execute(
      app.platform.db,
    )
    expect(admin.rows).toEqual([{ state: 'PARTIAL', failed: 1, key: 'a.log', message: virusName }])
  })

  it('waits for a scanner that is away, and does not search twice what it has searched', async () => {
    const id = await unsearched(aLog(900))
    await scanner.leave()
    await rescan([id])
    const waits = () =>
      sql<{ message: string }>`select message from async_task
        where type = 'UPLOAD_SCAN' and state = 'QUEUED'`.execute(app.platform.db)
    await expect
      .poll(async () => (await waits()).rows)
      .toEqual([{ message: 'upload.reason.scannerAway' }])
    await scanner.comeBack()
    await hurry()
    await becomes(id).toMatchObject({ scan: 'CLEAN' })
  })

  it('is refused for what is not stored', async () => {
    const { id } = await upload(user, infected(100))
    await becomes(id).toMatchObject({ state: 'REJECTED' })
    expect((await user.call(uploads.rescan, { body: { ids: [id] } })).code).toBe(codes.wrongState)
  })
})

it('takes no picture that holds a virus, and none while the scanner is away', async () => {
  const put = async (payload: Buffer) => {
    const { ticket } = await user.get(session.ticket, { body: { path: imagePaths.upload } })
    const url = `${imagePaths.upload}?ticket=${ticket}&use=picture&name=me.png`
    return (await app.http.inject({ method: 'POST', url, payload })).json<{
      code: number
      msg: string
    }>()
  }
  expect(await put(aPicture(virus))).toMatchObject({
    code: 400,
    msg: `The virus scanner found ${virusName}`,
  })
  await scanner.leave()
  expect((await put(aPicture('x'))).code).toBe(503)
  await scanner.comeBack()
  expect((await put(aPicture('x'))).code).toBe(200)
  const { list } = await user.get(uploads.page, { query: { type: 'image' } })
  expect(list).toMatchObject([{ name: 'me.png', storage: 'DATABASE', scan: 'CLEAN' }])
})

it('takes no sheet for an import that holds a virus', async () => {
  await set({ sheetScan: true })
  const importing = await signedIn(app, { permissions: ['VENDOR_IMPORT', 'VENDOR_ADD'] })
  expect(await sendSheet(importing, `code,name\nV1,${virus}`)).toMatchObject({
    code: 400,
    msg: `The virus scanner found ${virusName}`,
  })
  expect((await sendSheet(importing, 'code,name\nV1,One')).code).toBe(200)
})

it('tells whether there is a scanner, and turns no search on where there is none', async () => {
  expect(await user.get(uploadConfig.scanner, {})).toEqual({
    state: 'READY',
    version: 'ClamAV 9.9.9/12345/Sat Nov 21 10:00:00 2026',
  })
  await scanner.leave()
  expect(await user.get(uploadConfig.scanner, {})).toEqual({ state: 'AWAY', version: null })
  await scanner.comeBack()
  const bare = await startUploadApp()
  const config = await bare.user.get(uploadConfig.get, {})
  expect(await bare.user.get(uploadConfig.scanner, {})).toEqual({ state: 'NONE', version: null })
  const refused = await bare.user.call(uploadConfig.save, { body: { ...config, apkScan: true } })
  expect(refused).toMatchObject({ code: 400, data: { fields: [{ field: 'apkScan' }] } })
  await bare.close()
})

it('never fails, whatever it is asked', async () => {
  await sweepUploads(app.platform)
  expect(app.failures).toEqual([])
})
