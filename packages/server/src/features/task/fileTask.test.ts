import { codes, devices, fileTasks, session } from '@muster/contract'
import { sql } from 'kysely'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { startUploadApp } from '../../../test/uploads.ts'
import { fileStoreIn, storeFolder } from '../../platform/fileStore.ts'
import { expireFiles, keepFile } from './files.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let user: TestUser

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app } = bench)
  user = await signedIn(app, { permissions: ['FILE_LIST', 'FILE_DOWNLOAD', 'FILE_DELETE'] })
})
afterAll(() => bench.close())

/** A file of the user's in the download centre. */
async function addFile(name: string, content: string, state = 'READY'): Promise<string> {
  const { sha256, bytes } = await fileStoreIn(bench.folder).put(Readable.from([content]))
  const { rows } = await sql<{ id: string }>`insert into file_task
      (name, kind, source, media_type, sha256, bytes, state, org_id, created_by)
    values (${name}, 'EXPORT', ${devices.page.path}, 'text/csv', ${sha256}, ${bytes}, ${state},
      ${app.rootId}, ${user.userId}) returning id`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

/** The files of an archive with what they hold. */
async function unpacked(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = String(await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

const zipOf = (ids: string[], who = user) =>
  who.file(fileTasks.zip, { query: { ids: ids.join(',') } })

describe('several files', () => {
  it('come as one archive, under names of their own', async () => {
    const ids = [
      await addFile('vendor-2026.csv', 'one'),
      await addFile('vendor-2026.csv', 'two'),
      await addFile('تقرير.csv', 'three'),
    ]
    const answer = await zipOf(ids)
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(await unpacked(answer.body)).toEqual({
      'vendor-2026.csv': 'one',
      'vendor-2026 (2).csv': 'two',
      'تقرير.csv': 'three',
    })
  })

  it('are given against a ticket, so that a browser saves them while they come', async () => {
    const ids = await addFile('a.csv', 'a')
    const { path } = fileTasks.zip
    const { ticket } = await user.get(session.ticket, { body: { path } })
    const query = new URLSearchParams({ ids, ticket })
    const saved = await app.http.inject({ url: `${path}?${query.toString()}` })
    expect(await unpacked(saved.rawPayload)).toEqual({ 'a.csv': 'a' })
  })

  it('are at most twenty, all of them ready and the caller’s', async () => {
    const id = await addFile('b.csv', 'b')
    const many = Array.from({ length: 21 }, () => id)
    expect((await zipOf(many)).status).toBe(400)
    expect((await zipOf(['x'])).status).toBe(400)
    const failed = await addFile('c.csv', 'c', 'FAILED')
    expect((await zipOf([id, failed])).json()).toMatchObject({ code: codes.notFound })
    const other = await signedIn(app, { permissions: ['FILE_DOWNLOAD'] })
    expect((await zipOf([id], other)).status).toBe(404)
    expect((await zipOf([id, failed], other)).status).toBe(404)
  })
})

it('can be read in parts, and is the same file as long as its mark is', async () => {
  const id = await addFile('d.csv', '0123456789')
  const part = await user.file(fileTasks.download, { params: { id } }, { range: 'bytes=2-4' })
  expect([part.status, String(part.body)]).toEqual([206, '234'])
})

it('tells which screen it came from', async () => {
  const id = await addFile('e.csv', 'e')
  const { list } = await user.get(fileTasks.page, { query: { name: 'e.csv' } })
  expect(list).toMatchObject([{ id, screen: 'DEVICE_LIST' }])
})

it('leaves no draft of a process that was killed, and none alone that is still written', async () => {
  const folder = storeFolder(bench.folder)
  await mkdir(folder, { recursive: true })
  const plant = async (name: string, hours: number) => {
    const written = new Date(Date.now() - hours * 3_600_000)
    await writeFile(join(folder, name), 'half of a sheet')
    await utimes(join(folder, name), written, written)
  }
  await plant('draft-old', 25)
  await plant('draft-fresh', 23)
  const kept = await addFile('kept.csv', 'kept')
  await expireFiles(app.platform)
  const left = (await readdir(folder)).filter((name) => name.startsWith('draft-'))
  expect(left).toEqual(['draft-fresh'])
  expect(String((await user.file(fileTasks.zip, { query: { ids: kept } })).body)).toContain('kept')
})

it('is made anew where the process that made it was killed, and leaves nothing of it', async () => {
  const folder = storeFolder(bench.folder)
  const id = await addFile('anew.csv', 'of before', 'RUNNING')
  await writeFile(join(folder, `draft-${id}0`), 'half of a sheet')
  await keepFile(app.platform, { fileId: id, content: Readable.from(['whole']), rows: () => 1 })
  const left = (await readdir(folder)).filter((name) => name.startsWith(`draft-${id}`))
  expect(left).toEqual([])
  const { list } = await user.get(fileTasks.page, { query: { name: 'anew.csv' } })
  expect(list).toMatchObject([{ id, state: 'READY', rows: 1, bytes: 5 }])
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
