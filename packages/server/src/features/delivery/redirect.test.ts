import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endItem } from '../../../test/artifactItem.ts'
import { filePathOf, sendFileTo, storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { type FileProxy, startFileProxy } from '../../../test/nginx.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel } from '../../../test/testGateway.ts'

// Debian's nginx with the blocks of docs/operations.md reads the files that Muster lets it.

let app: TestApp
let folder: string
let nginx: FileProxy
let file: TestFile
let modelId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-redirect-'))
  const variables = { MUSTER_DATA: folder, MUSTER_FILE_REDIRECT: '/muster-files' }
  app = await startTestApp({ now: () => new Date() }, variables)
  modelId = await addModel(app.platform)
  file = await storeFile(app, 3_000_000)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const [address] = app.http.addresses()
  const port = typeof address === 'object' ? address.port : 0
  nginx = await startFileProxy(`127.0.0.1:${port}`, join(folder, 'files'))
})
afterAll(async () => {
  await nginx.stop()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function addressOfFile() {
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const item = await sendFileTo(app, device, file)
  return { item, path: await filePathOf(app, device, item) }
}

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${nginx.url}${path}`, { headers })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const servedOf = async (item: string) => {
  const { rows } = await app.platform.pool.query<{ served: number }>(
    'select served_bytes as served from download where item_id = $1',
    [item],
  )
  return rows[0]?.served
}

describe('nginx that reads the files', () => {
  it('sends one whole, under its SHA-256', async () => {
    const { path } = await addressOfFile()
    const { answer, bytes } = await read(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBe(`"${file.sha256}"`)
    expect(answer.headers.get('content-disposition')).toContain('pay-1.0.apk')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
    const head = await fetch(`${nginx.url}${path}`, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe('3000000')
  })

  it('goes on where a terminal stopped, if the file is the same', async () => {
    const { path } = await addressOfFile()
    const range = 'bytes=1000000-'
    const rest = await read(path, { range, 'if-range': `"${file.sha256}"` })
    expect(rest.answer.status).toBe(206)
    expect(rest.answer.headers.get('content-range')).toBe('bytes 1000000-2999999/3000000')
    expect(rest.bytes.equals(file.content.subarray(1_000_000))).toBe(true)
    const other = await read(path, { range, 'if-range': '"another"' })
    expect([other.answer.status, other.bytes.length]).toEqual([200, 3_000_000])
    const beyond = await read(path, { range: 'bytes=3000000-' })
    expect(beyond.answer.status).toBe(416)
    expect(beyond.answer.headers.get('content-range')).toBe('bytes */3000000')
  })

  it('is not asked when the item is over, and gives away nothing by itself', async () => {
    const { item, path } = await addressOfFile()
    await endItem(app, item)
    expect((await read(path)).answer.status).toBe(404)
    const direct = `/muster-files/${file.sha256.slice(0, 2)}/${file.sha256}`
    expect((await read(direct)).answer.status).toBe(404)
  })

  it('leaves slots and the bytes that were asked for to Muster', async () => {
    await app.platform.pool.query(`insert into parameter (key, name, group_code, value_type, value,
      default_value) values ('download.slots.organization', 'slots', 'file', 'int', '1', '1')
      on conflict (key) do update set value = '1'`)
    await app.platform.pool.query('delete from download_slot')
    const [one, two] = [await addressOfFile(), await addressOfFile()]
    const part = await read(one.path, { range: 'bytes=0-99' })
    expect([part.answer.status, part.bytes.length]).toEqual([206, 100])
    expect(await servedOf(one.item)).toBe(100)
    const refused = await read(two.path)
    expect(refused.answer.status).toBe(429)
    expect(Number(refused.answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await read(one.path)
    expect(await servedOf(one.item)).toBe(3_000_100)
  })
})
